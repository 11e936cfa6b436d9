/** The roles that docs/secrets.md makes are enough for a daemon, and for somebody who only looks. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";

const suffix = crypto.randomUUID().slice(0, 8);
const names = { waypost: `waypost_${suffix}`, waypost_reader: `waypost_reader_${suffix}` };
let base: TestDatabase;

/** The statements of the document's blocks, about names of this test. */
async function statements(): Promise<string[]> {
  const text = await Bun.file(`${import.meta.dir}/../../docs/secrets.md`).text();
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  return blocks
    .join("\n")
    .replaceAll(/\bwaypost(_reader)?\b/g, (name) => names[name as keyof typeof names])
    .replaceAll("'…'", "'test'")
    .split(/;\n|(?<=\\connect \w+)\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

function urlOf(role: string, database = names.waypost): string {
  const url = new URL(base.adminUrl);
  url.pathname = `/${database}`;
  if (role !== "") [url.username, url.password] = [role, "test"];
  return url.href;
}

beforeAll(async () => {
  base = await emptyDatabase();
  let sql: Sql = base.admin;
  for (const statement of await statements()) {
    if (statement.startsWith("\\connect")) sql = connect(urlOf(""), { max: 1 });
    else await sql.unsafe(statement);
  }
  await sql.end();
});
afterAll(async () => {
  const admin = connect(urlOf("", "postgres"), { max: 1 });
  await admin`drop database if exists ${admin(names.waypost)} with (force)`;
  for (const role of Object.values(names)) await admin`drop role if exists ${admin(role)}`;
  await admin.end();
  await base.drop();
});

test("the daemon's role makes the schema, its partitions and its jobs", async () => {
  const { migrations } = await migrate(urlOf(names.waypost));
  expect(migrations).not.toHaveLength(0);
  const sql = connect(urlOf(names.waypost), { max: 1 });
  await makePartitions(sql);
  await sql`select graphile_worker.add_job('inbound', job_key => 'inbound')`;
  await sql.end();
});

test("the daemon's role can make neither roles nor databases", async () => {
  const sql = connect(urlOf(names.waypost), { max: 1 });
  await expect(Promise.resolve(sql`create role other`)).rejects.toThrow("permission denied");
  await expect(Promise.resolve(sql`create database other`)).rejects.toThrow("permission denied");
  await sql.end();
});

test("the reader reads and changes nothing", async () => {
  const sql = connect(urlOf(names.waypost_reader), { max: 1 });
  expect(await sql`select from installation`).toHaveLength(0);
  await expect(Promise.resolve(sql`delete from installation`)).rejects.toThrow("permission denied");
  await sql.end();
});
