import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../daemon/config.ts";
import { openGround } from "../../daemon/ground.ts";
import { createLog } from "../../daemon/log.ts";
import { connect } from "../../db/client.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-ground-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an embedded Postgres that is killed is started again, with its data and where it was", async () => {
  const ground = await openGround(loadConfig({ WAYPOST_HOME: home }), createLog("silent"));
  const sql = connect(ground.databaseUrl, { max: 1 });
  await sql`create table kept (value integer)`;
  await sql`insert into kept values (42)`;
  const [postmaster] = readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(postmaster), "SIGKILL");
  while ((await sql`select`.catch(() => null)) !== null) await Bun.sleep(5);
  let rows: { value: number }[] | null = null;
  while (rows === null)
    rows = await sql<{ value: number }[]>`select value from kept`.catch(() => Bun.sleep(50).then(() => null));
  expect(rows.map((row) => row.value)).toEqual([42]);
  await sql.end();
  await ground.close();
});
