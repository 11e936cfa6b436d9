import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../daemon/config/config.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { openDatabase } from "../../daemon/start/database.ts";
import { connect } from "../../db/connection/client.ts";
import { until } from "../support/until.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-database-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an embedded Postgres that is killed is started again, with its data and where it was", async () => {
  const database = await openDatabase(loadConfig({ WAYPOST_HOME: home }), createLog("silent"));
  const sql = connect(database.databaseUrl, { max: 1 });
  await sql`create table kept (value integer)`;
  await sql`insert into kept values (42)`;
  const [postmaster] = readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(postmaster), "SIGKILL");
  await sql.end();
  await until(async () => (await valuesAt(database.databaseUrl)) === null);
  let values: number[] | null = null;
  while (values === null) values = await valuesAt(database.databaseUrl);
  expect(values).toEqual([42]);
  await database.close();
});

/** The table's values, read over a new connection; null while nobody answers. */
async function valuesAt(url: string): Promise<number[] | null> {
  const sql = connect(url, { max: 1, connectTimeoutMs: 1000 });
  try {
    return (await sql<{ value: number }[]>`select value from kept`).map((row) => row.value);
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
