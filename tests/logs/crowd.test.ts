/** More requests at another daemon than can be passed on, and a daemon that did not hear for a while. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Daemon } from "../../daemon/start/daemon.ts";
import { caller, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type LineStream, openLines, startAnother } from "./support.ts";

let waypost: OwnDaemon;
let other: Daemon;
let firstDaemon: string;
beforeAll(async () => {
  waypost = await startTestDaemon();
  const [row] = await waypost.sql<{ id: string }[]>`select id from daemons`;
  firstDaemon = row?.id ?? "";
  other = await startAnother(waypost);
});
afterAll(async () => {
  await other.stop();
  await waypost.stop();
});

const askOther = (path: string) => caller(other.url, waypost.key)("GET", path);
/**
 * The number of requests that a stream reported, and that it said it left out, once it reports one that was answered
 * after all of them: repeats such requests until then.
 */
async function accountedFor(
  stream: LineStream,
): Promise<{ reported: number; leftOut: number; extra: number }> {
  for (let n = 0; ; n++) {
    await askOther(`/v1/messages/later${n}`);
    await Bun.sleep(100);
    const end = stream.messages.findIndex(({ data }) => String(data.path).startsWith("/v1/messages/later"));
    if (end === -1) continue;
    const before = stream.messages.slice(0, end + 1);
    const leftOut = before.reduce((sum, { data }) => sum + Number(data.count ?? 0), 0);
    const reported = before.filter(({ event }) => event === "request").length;
    return { reported, leftOut, extra: Number(/\d+$/.exec(String(before[end]?.data.path))?.[0]) + 1 };
  }
}

test("each of a thousand requests at once is reported, or counted as left out", async () => {
  const COUNT = 1000;
  const stream = await openLines(waypost.url, waypost.key);
  await askOther("/v1/channels");
  await stream.until(() => stream.messages.length === 1);
  await Promise.all(Array.from({ length: COUNT }, (_, n) => askOther(`/v1/messages/${n}`)));
  const { reported, leftOut, extra } = await accountedFor(stream);
  expect(reported + leftOut).toBe(1 + COUNT + extra);
  expect(new Set(stream.paths()).size).toBe(stream.paths().length);
  stream.close();
});

test("requests answered while the daemon's session was lost are reported when it is back", async () => {
  const stream = await openLines(waypost.url, waypost.key);
  await askOther("/v1/channels");
  await stream.until(() => stream.messages.length === 1);
  await waypost.sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 8484 and objid = (session_key(${firstDaemon})::bigint & 4294967295)::oid`;
  for (let n = 0; n < 20; n++) await askOther(`/v1/messages/lost${n}`);
  const { reported, leftOut, extra } = await accountedFor(stream);
  expect([reported, leftOut]).toEqual([1 + 20 + extra, 0]);
  expect(new Set(stream.paths()).size).toBe(stream.paths().length);
  stream.close();
});
