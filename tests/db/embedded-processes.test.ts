/** The embedded Postgres when the program that started it is killed, and when it runs as an ordinary user. */
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import {
  query,
  removeTemporaryFolders,
  serverProcess,
  temporaryFolder,
  untilGone,
} from "../support/clusters.ts";
import { startHolder } from "../support/holder.ts";
import { IS_ROOT } from "../support/root.ts";
import { until } from "../support/until.ts";

afterAll(removeTemporaryFolders);

test("a server left behind by a killed program is taken over, and ends with the one that took it", async () => {
  const dataDirectory = temporaryFolder();
  const killed = await startHolder(dataDirectory);
  await query(killed.url, "create table kept as select 42 as answer");
  const before = serverProcess(dataDirectory);
  await killed.end("SIGKILL");
  const server = await startEmbeddedPostgres({ dataDirectory });
  expect(serverProcess(dataDirectory)).toBe(before);
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("programs that start at once share one server, and a killed one doesn't keep it alive", async () => {
  const dataDirectory = temporaryFolder();
  const holders = await Promise.all([1, 2, 3].map(() => startHolder(dataDirectory)));
  expect(new Set(holders.map((holder) => holder.url)).size).toBe(1);
  await holders[0]?.end("SIGKILL");
  await Promise.all(holders.slice(1).map((holder) => holder.end("SIGTERM")));
  expect(query(String(holders[0]?.url), "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("starts while processes of a killed server still hold its memory, once they have ended", async () => {
  const dataDirectory = temporaryFolder();
  const first = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: "off" } });
  const found = await query(
    first.url,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  const slow = Number(found[0]?.pid);
  process.kill(slow, "SIGSTOP");
  process.kill(serverProcess(dataDirectory), "SIGKILL");
  await untilGone(first.url);
  const starting = startEmbeddedPostgres({ dataDirectory, settings: { fsync: "off" } });
  const log = join(dataDirectory, "postgres", "postgres.log");
  await until(() => readFileSync(log, "utf8").includes("shared memory block"));
  process.kill(slow, "SIGCONT");
  const second = await starting;
  expect(await query(second.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
  await second.stop();
  await first.stop();
});

const NOBODY = { uid: 65534, gid: 65534 };

/** Only root can become another user, who must be able to read the checkout. */
const canBecomeNobody = IS_ROOT && spawnSync("cat", [import.meta.path], NOBODY).status === 0;

test.skipIf(!canBecomeNobody)("an ordinary user runs it as itself", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const bun = join(folder, "bun");
  copyFileSync(process.execPath, bun);
  const dataDirectory = temporaryFolder();
  chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
  const holder = await startHolder(dataDirectory, { bun, ...NOBODY });
  expect(statSync(join(dataDirectory, "postgres", "data")).uid).toBe(NOBODY.uid);
  expect(await query(holder.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
  await holder.end("SIGTERM");
});
