import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

let site: Site;
let first: DaemonProcess;
let second: DaemonProcess;
const ports = [freePort(), freePort()] as const;

beforeAll(async () => {
  site = await prepareSite(ports[1], { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  [first, second] = await Promise.all([site.start(ports[0]), site.start(ports[1])]);
});
afterAll(() => site.stop());

const SLOW = "15550000700";
const send = (daemon: DaemonProcess, to: string) =>
  caller(daemon.url, site.key)("POST", "/v1/messages", {
    channel_id: site.channelId,
    to,
    type: "text",
    content: { body: "x" },
  });

const statusOf = async (id: string) =>
  (await site.sql`select status from messages where id = ${id}`)[0]?.status;
const ownerOf = async () =>
  (await site.sql`select owner from lanes where lane_id = ${site.channelId}`)[0]?.owner ?? null;

const callsTaken = async () =>
  ((await (await fetch(`${site.sandbox.url}/sandbox/counts`)).json()) as { total: number }).total;

test("a key revoked at one daemon is refused at the other", async () => {
  const admin = caller(first.url, site.key);
  const { body: key } = await admin("POST", "/v1/api-keys", {
    name: "short",
    permissions: ["channels:read"],
  });
  const call = caller(second.url, key.key);
  expect((await call("GET", "/v1/channels")).status).toBe(200);
  await admin("DELETE", `/v1/api-keys/${key.id}`);
  await until(async () => (await call("GET", "/v1/channels")).status === 401);
});

test("whichever daemon accepts, one daemon at a time drains the channel", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send(index % 2 === 0 ? first : second, `1415555${1000 + index}`),
    ),
  );
  const ids = answers.map((answer) => answer.body.id);
  await until(
    async () =>
      (await site.sql`select from messages where id = any (${ids}::uuid[]) and status = 'read'`).length ===
      100,
  );
  const attempts = await site.sql`select from message_attempts where message_id = any (${ids}::uuid[])`;
  expect(attempts).toHaveLength(100);
});

test("a stopping daemon finishes the call in progress, hands its lane back and ends with 0", async () => {
  const { body } = await send(second, SLOW);
  await until(async () => (await statusOf(body.id)) === "queued" && (await ownerOf()) !== null);
  const calling = () => site.sql`
    select daemon_id from lane_items where item_id = ${body.id} and state = 'sending'`;
  await until(async () => (await calling()).length === 1);
  const [attempt] = await calling();
  const codes = await Promise.all([first.kill("SIGTERM"), second.kill("SIGTERM")]);
  expect(codes).toEqual([0, 0]);
  const [finished] =
    await site.sql`select outcome, daemon_id from message_attempts where message_id = ${body.id}`;
  expect({ ...finished }).toEqual({ outcome: "sent", daemon_id: attempt?.daemon_id });
  expect(await ownerOf()).toBeNull();
  expect(await site.sql`select from daemons`).toHaveLength(0);
  [first, second] = await Promise.all([site.start(ports[0]), site.start(ports[1])]);
});

test("the lane of a daemon that is killed moves to the other, and its call is not made again", async () => {
  const before = await callsTaken();
  const { body } = await send(first, SLOW);
  // killed any sooner, the daemon may have written the attempt and not made the call
  await until(async () => (await callsTaken()) > before);
  const [attempt] = await site.sql`select daemon_id from lane_items where item_id = ${body.id}`;
  const killed = await killOwner(attempt?.daemon_id);
  const other = killed === first ? second : first;
  site.sandbox.setWebhookUrl(`${other.url}/v1/providers/whatsapp/webhook`);
  const next = await send(other, "14155552222");
  await until(async () => (await statusOf(next.body.id)) === "read");
  await until(async () => ["delivered", "read"].includes(await statusOf(body.id)));
  expect(await site.sql`select from message_attempts where message_id = ${body.id}`).toHaveLength(1);
});

/** Kills daemons until the one with this id is gone: ids are not shown to the outside. */
async function killOwner(daemonId: string): Promise<DaemonProcess> {
  const isHeld = async () => (await site.sql`select holds_session(${daemonId}) as held`)[0]?.held === true;
  await first.kill();
  await Bun.sleep(200);
  if (!(await isHeld())) return first;
  first = await site.start(ports[0]);
  await second.kill();
  return second;
}
