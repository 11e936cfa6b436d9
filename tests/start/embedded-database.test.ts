import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../daemon/config/config.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { openGround } from "../../daemon/start/database.ts";
import { connect } from "../../db/connection/client.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-ground-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an embedded Postgres that is killed is started again, with its data and where it was", async () => {
  const ground = await openGround(loadConfig({ WAYPOST_HOME: home }), createLog("silent"));
  const sql = connect(ground.databaseUrl, { max: 1 });
  await sql`create table kept (value integer)`;
  await sql`insert into kept values (42)`;
  const [postmaster] = readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(postmaster), "SIGKILL");
  await sql.end();
  while ((await valuesAt(ground.databaseUrl)) !== null) await Bun.sleep(5);
  let values: number[] | null = null;
  while (values === null) values = await valuesAt(ground.databaseUrl);
  expect(values).toEqual([42]);
  await ground.close();
});

/** What the table holds, read over a new connection; null while nobody answers. */
async function valuesAt(url: string): Promise<number[] | null> {
  const sql = connect(url, { max: 1, connectTimeout: 1 });
  try {
    return (await sql<{ value: number }[]>`select value from kept`).map((row) => row.value);
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
