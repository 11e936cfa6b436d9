/** Whatever a database's URL, or the database itself, says of sessions: ours are in UTC. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import { connect } from "../../db/connection/client.ts";
import { pgOptions } from "../../db/connection/pg-options.ts";
import { startOptions } from "../../db/connection/session-settings.ts";
import { emptyDatabase } from "../support/database.ts";

const database = await emptyDatabase();
const name = new URL(database.url).pathname.slice(1);
await database.sql.unsafe(`alter database ${name} set timezone = 'Europe/Berlin'`);
afterAll(() => database.drop());

test.each([
  ["nothing", ""],
  ["options", "?options=-c%20TimeZone%3DAsia/Tokyo%20-c%20search_path%3Dpg_catalog"],
  ["a parameter", "?timezone=Asia/Tokyo"],
])("both drivers' sessions are in UTC when the URL says %s", async (_, query) => {
  const sql = connect(database.url + query, { max: 1 });
  expect((await sql`show timezone`)[0]).toEqual({ TimeZone: "UTC" });
  await sql.end();
  const client = new pg.Client(pgOptions(database.url + query, "test"));
  await client.connect();
  expect((await client.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
  await client.end();
});

test("other options of a URL are kept", async () => {
  const client = new pg.Client(pgOptions(`${database.url}?options=-c%20search_path%3Dpg_catalog`, "test"));
  await client.connect();
  expect((await client.query("show search_path")).rows).toEqual([{ search_path: "pg_catalog" }]);
  await client.end();
});

test("a value with spaces or backslashes is one option", () => {
  expect(startOptions({ DateStyle: "ISO, DMY", a: "\\" })).toBe("-c DateStyle=ISO,\\ DMY -c a=\\\\");
});
