/** What a daemon changes for a caller holds for the next request to it, before the notification is back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Transform } from "node:stream";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let relay: Relay;
let daemon: Daemon;
let call: ReturnType<typeof caller>;

/** A daemon that is never notified, and does not notice. */
beforeAll(async () => {
  const { databaseUrl, config, secrets } = waypost;
  relay = await startRelay(databaseUrl, withoutNotifications);
  const urls = { databaseUrl: relay.url, pooledUrl: databaseUrl };
  daemon = await startDaemon({ ...urls, config, secrets, log: createLog("silent") });
  call = caller(daemon.url, waypost.key);
});
afterAll(async () => {
  await daemon.stop();
  await relay.refuse();
});

/** NotificationResponse (PostgreSQL, "Message Formats"): each message is its kind, its length and the rest. */
const NOTIFICATION = "A".charCodeAt(0);

/** Passes on what Postgres says but for notifications. */
function withoutNotifications(): Transform {
  let left = Buffer.alloc(0);
  return new Transform({
    transform(bytes: Buffer, _, done) {
      left = Buffer.concat([left, bytes]);
      while (left.length >= 5 && left.length > left.readUInt32BE(1)) {
        const end = 1 + left.readUInt32BE(1);
        if (left[0] !== NOTIFICATION) this.push(left.subarray(0, end));
        left = left.subarray(end);
      }
      done();
    },
  });
}

const send = async () => {
  const body = { channel_id: waypost.channelId, to: "14155550123", type: "text", content: { body: "Hello" } };
  const sent = await call("POST", "/v1/messages", body);
  return sent.body.code ?? sent.body.status;
};

/** What a request gets before a change and after it. */
async function around<Seen>(look: () => Promise<Seen>, change: () => Promise<unknown>): Promise<Seen[]> {
  const before = await look();
  await change();
  return [before, await look()];
}

test("the end of a key", async () => {
  const key = await makeKey(waypost, ["channels:read"]);
  const [{ id }] = (await call("GET", "/v1/api-keys")).body.data;
  const read = async () => (await caller(daemon.url, key)("GET", "/v1/channels")).status;
  expect(await around(read, () => call("DELETE", `/v1/api-keys/${id}`))).toEqual([200, 401]);
});

test("a setting of a channel", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  const settings = { service_window: "enforce" };
  const changed = await around(send, () => call("PATCH", path, { settings }));
  expect(changed).toEqual(["queued", "outside_service_window"]);
});

test("the end of a channel", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  const ended = await around(send, () => call("DELETE", path));
  expect(ended).toEqual(["outside_service_window", "channel_not_found"]);
});
