/** What a daemon changes for a caller holds for the next request to it, before the notification is back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = sharedDaemon();
let relay: Relay;
let daemon: Daemon;
let call: ReturnType<typeof caller>;

beforeAll(async () => {
  const { databaseUrl, config, secrets, sql } = waypost;
  relay = await startRelay(databaseUrl);
  const urls = { databaseUrl: relay.url, pooledUrl: databaseUrl };
  daemon = await startDaemon({ ...urls, config, secrets, log: createLog("silent") });
  call = caller(daemon.url, waypost.key);
  await eventually("session of both daemons", async () => {
    const sessions = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'waypost session' and state = 'idle'`;
    return sessions.length === 2;
  });
});
afterAll(async () => {
  relay.cut();
  await daemon.stop();
  await relay.refuse();
});

const send = async () => {
  const body = { channel_id: waypost.channelId, to: "14155550123", type: "text", content: { body: "Hello" } };
  const sent = await call("POST", "/v1/messages", body);
  return sent.body.code ?? sent.body.status;
};

test("a setting of a channel, its end, and the end of a key", async () => {
  const [path, keys] = [`/v1/channels/${waypost.channelId}`, "/v1/api-keys"];
  const key = await makeKey(waypost, ["channels:read"]);
  const read = async () => (await caller(daemon.url, key)("GET", "/v1/channels")).status;
  const [made] = (await call("GET", keys)).body.data;
  expect([await send(), await read()]).toEqual(["queued", 200]);
  // no notification comes in, which the daemon notices within a second: then it trusts no memory
  relay.swallow();
  const settings = { service_window: "enforce" };
  expect([(await call("PATCH", path, { settings })).status, await send()]).toEqual([
    200,
    "outside_service_window",
  ]);
  expect([(await call("DELETE", `${keys}/${made.id}`)).status, await read()]).toEqual([204, 401]);
  expect([(await call("DELETE", path)).status, await send()]).toEqual([204, "channel_not_found"]);
});
