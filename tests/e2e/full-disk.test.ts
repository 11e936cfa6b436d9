import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../db/connection/client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { testDatabase } from "../support/database.ts";
import { IS_ROOT } from "../support/root.ts";
import { until } from "../support/until.ts";

const FULL = "53100";
const hasCode = (cause: unknown, code: string) => (cause as { code?: string }).code === code;

const send = (waypost: OwnDaemon) =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: "14155550100",
    type: "text",
    content: { body: "x" },
  });

test("a request that a full disk keeps from being accepted is answered 503 with when to try again", async () => {
  const waypost = await startTestDaemon();
  await waypost.sql.unsafe(`
    create function fill_up() returns trigger language plpgsql as $$
    begin raise sqlstate '${FULL}' using message = 'could not extend file'; end $$;
    create trigger fill_up before insert on messages for each row execute function fill_up();`);
  const answer = await send(waypost);
  await waypost.stop();
  expect(answer).toMatchObject({ status: 503, body: { code: "database_full" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a query that needs more temporary files than the database allows is no full disk", async () => {
  const database = await testDatabase();
  const waypost = await startTestDaemon({ databaseUrl: database.url });
  // only a superuser sets the limit
  await database.admin.unsafe(`
    create function sort_much() returns trigger language plpgsql security definer as $$
    begin
      perform set_config('temp_file_limit', '64', true), set_config('work_mem', '64', true);
      perform count(*) from (select g from generate_series(1, 100000) as g order by g desc offset 1) as sorted;
      return new;
    end $$;
    create trigger sort_much before insert on messages for each row execute function sort_much();`);
  const answer = await send(waypost);
  const ready = await waypost.call("GET", "/v1/ready");
  await waypost.stop();
  await database.drop();
  expect(answer).toMatchObject({ status: 503, body: { code: "database_limit" } });
  expect(answer.body.detail).toContain("temp_file_limit");
  expect(ready).toMatchObject({ status: 200, body: { ready: true } });
});

/** Mounting a small file system takes root, and a container that allows it. */
const folder = mkdtempSync(join(tmpdir(), "waypost-full-disk-"));
const disk = join(folder, "disk");
// Postgres runs as another user than root
chmodSync(folder, 0o755);
mkdirSync(disk);
const isMounted =
  IS_ROOT && spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", disk]).status === 0;

afterAll(() => {
  if (isMounted) spawnSync("umount", ["-l", disk]);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isMounted)("on a disk that is full", () => {
  let postgres: EmbeddedPostgres;
  let waypost: OwnDaemon;
  beforeAll(async () => {
    const dataDirectory = join(folder, "data");
    mkdirSync(dataDirectory);
    postgres = await startEmbeddedPostgres({ dataDirectory, port: freePort() });
    const { uid, gid } = statSync(join(dataDirectory, "postgres", "data"));
    chownSync(disk, uid, gid);
    waypost = await startTestDaemon({ databaseUrl: await databaseOn(disk) });
  });
  afterAll(async () => {
    await waypost.stop();
    await postgres.stop();
  });

  test("the daemon is not ready and says why, until there is room again: then it sends", async () => {
    const ready = async () => (await waypost.call("GET", "/v1/ready")).body;
    const health = async () => (await waypost.call("GET", "/v1/health")).body;
    expect(await ready()).toMatchObject({ ready: true });
    await fill();
    expect(await send(waypost)).toMatchObject({ status: 503, body: { code: "database_full" } });
    expect(await ready()).toMatchObject({ ready: false, reason: "database_full" });
    expect(await health()).toMatchObject({ status: "degraded", checks: { postgres: "failing" } });
    await waypost.sql`drop table filler`;
    await until(async () => (await ready()).ready);
    const accepted = await send(waypost);
    expect(accepted.status).toBe(201);
    await waypost.until(accepted.body.id, "read");
  });

  async function databaseOn(location: string): Promise<string> {
    const admin = connect(postgres.url, { max: 1 });
    await admin.unsafe(`create tablespace small location '${location}'`);
    await admin`create database small tablespace small`;
    await admin.end();
    const url = new URL(postgres.url);
    url.pathname = "/small";
    return url.href;
  }

  /** Takes all room there is, down to the last page. */
  async function fill(): Promise<void> {
    await waypost.sql`create table filler (text text)`;
    for (let rows = 4096; rows >= 1; ) {
      try {
        await waypost.sql`insert into filler select repeat('x', 1900) from generate_series(1, ${rows})`;
      } catch (cause) {
        if (!hasCode(cause, FULL)) throw cause;
        rows = Math.floor(rows / 4);
      }
    }
  }
});
