/** The roles of the documentation are enough for a daemon, and for somebody who only looks. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { documentedRoles, type Roles } from "./documented-roles.ts";

let roles: Roles;
beforeAll(async () => {
  roles = await documentedRoles();
});
afterAll(() => roles.drop());

test("the daemon's role makes the schema, its partitions and its jobs", async () => {
  const { migrations } = await migrate(roles.url("waypost"));
  expect(migrations).not.toHaveLength(0);
  const sql = connect(roles.url("waypost"), { max: 1 });
  await makePartitions(sql);
  await sql`select graphile_worker.add_job('inbound', job_key => 'inbound')`;
  await sql.end();
});

test("the daemon's role can make neither roles nor databases", async () => {
  const sql = connect(roles.url("waypost"), { max: 1 });
  await expect(Promise.resolve(sql`create role other`)).rejects.toThrow("permission denied");
  await expect(Promise.resolve(sql`create database other`)).rejects.toThrow("permission denied");
  await sql.end();
});

test("the reader reads and changes nothing", async () => {
  const sql = connect(roles.url("waypost_reader"), { max: 1 });
  expect(await sql`select from installation`).toHaveLength(0);
  await expect(Promise.resolve(sql`delete from installation`)).rejects.toThrow("permission denied");
  await sql.end();
});
