/** The master key changes while two daemons send, receive and deliver. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { untilStatus } from "../gateway/support.ts";
import { NUMBER } from "../providers/whatsapp-web/chat.ts";
import { dumpOf } from "../secrets/dump.ts";
import { runWaypostd } from "../secrets/waypostd.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "../webhooks/receiver.ts";

const ports = [freePort(), freePort()] as const;
const home = mkdtempSync(join(tmpdir(), "waypost-rotation-"));
const keyFile = join(home, "master.key");
const receiver = startReceiver();
let site: Site;
let web: WhatsAppWebSandbox;
let daemons: DaemonProcess[];
let pairedId: string;
let signingSecret: string;
let oldKey: string;

const environment = () => ({
  WAYPOST_MASTER_KEY: "",
  WAYPOST_HOME: home,
  WAYPOST_WA_WEB_URL: web.url,
  WAYPOST_WA_ROOT_KEY: web.rootKey,
});
const start = () => Promise.all(ports.map((port) => site.start(port, environment())));
const call = (index = 0) => caller(`http://127.0.0.1:${ports[index]}`, site.key);
const rotate = () =>
  runWaypostd(["secrets", "rotate", "--json"], { ...environment(), DATABASE_URL: site.databaseUrl });

beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
  site = await prepareSite(ports[0], { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  oldKey = site.masterKey;
  writeFileSync(keyFile, `${oldKey}\n`, { mode: 0o600 });
  daemons = await start();
  pairedId = await pair();
  signingSecret = (await makeEndpoint()).body.secret;
});

afterAll(async () => {
  await site.stop();
  await web.stop();
  receiver.stop();
  rmSync(home, { recursive: true, force: true });
});

test(
  "nothing fails while the key changes under load",
  async () => {
    const load = startLoad();
    await load.atLeast(20);
    const rotation = await rotate();
    expect(rotation).toMatchObject({ code: 0 });
    const { resealed } = JSON.parse(rotation.stdout);
    for (const place of ["channels.access_token", "webhook_secrets.secret", "webhook_endpoints.headers"])
      expect(resealed[place]).toEqual({ rows: 1, unreadable: 0 });
    expect(resealed["web_sessions.data_key"]).toEqual({ rows: 1, unreadable: 0 });
    expect(resealed["web_messages.sealed"].rows).toBeGreaterThan(0);
    await load.atLeast(20);

    const { ids, written } = await load.stop();
    await until(async () => (await unfinished(ids)) === 0);
    const received = () => site.sql`select from messages where direction = 'inbound'`;
    await until(async () => (await received()).length === written);
    const failed =
      await site.sql`select status, error from messages where status not in ('delivered', 'read')`;
    expect(failed).toHaveLength(0);
    const missed = await site.sql`
      select delivery.status from deliveries as stored cross join lateral each_delivery(stored) as delivery
      where delivery.status <> 'succeeded' and delivery.finished_at is not null`;
    expect(missed).toHaveLength(0);
    for (const delivery of receiver.received) verifyDelivery(signingSecret, delivery);
    expect(new Set(receiver.received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer of the receiver"]),
    );
  },
  LONG_MS,
);

test("the old key is not needed afterwards", async () => {
  const oldId = createHash("sha256").update(Buffer.from(oldKey, "base64")).digest("hex").slice(0, 8);
  const left = [...(await dumpOf(site.sql))].filter(([, text]) => text.includes(`v1.${oldId}.`));
  expect(left.map(([table]) => table)).toEqual([]);
  expect(readFileSync(keyFile, "utf8")).not.toContain(oldKey);
  expect(readFileSync(keyFile, "utf8").trim().split("\n")).toHaveLength(1);
  for (const daemon of daemons) await daemon.kill("SIGTERM");
  daemons = await start();
  await untilStatus(call())(pairedId, "connected");
  const before = receiver.received.length;
  const ids = await Promise.all([site.channelId, pairedId].map((channel) => send(channel, 0)));
  await until(async () => (await unfinished(ids)) === 0 && receiver.received.length > before);
  expect((await makeEndpoint()).body.secret).toBe(signingSecret);
  expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer of the receiver");
});

/** A repeated request gets the first answer. */
function makeEndpoint() {
  const endpoint = {
    url: receiver.url,
    headers: { authorization: "Bearer of the receiver" },
    filterTypes: ["message.status_update"],
  };
  const once = { "idempotency-key": "the endpoint" };
  return call()("POST", "/v1/settings/developer/webhooks/endpoints", endpoint, once);
}

async function pair(): Promise<string> {
  const made = await call()("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
    settings: { rate: { per_second: 100_000 }, warmup: null },
  });
  const id: string = made.body.id;
  await call()("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call()("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call())(id, "connected");
  return id;
}

/** Sends through both numbers at both daemons, and is written to, until it is stopped. */
function startLoad() {
  const ids: string[] = [];
  const written: Promise<unknown>[] = [];
  const { control } = web.control.people();
  let running = true;
  const sending = [0, 1].map(async (index) => {
    for (let n = index; running; n += 2) {
      const content = { body: `in ${n}` };
      written.push(control.send(`491700000${100 + (n % 20)}`, { kind: "text", content, to: NUMBER }));
      ids.push(await send(n % 4 < 2 ? site.channelId : pairedId, n));
      await Bun.sleep(150);
    }
  });
  return {
    async atLeast(more: number) {
      const wanted = ids.length + more;
      while (ids.length < wanted) await Promise.race([Bun.sleep(20), ...sending]);
    },
    async stop() {
      running = false;
      await Promise.all([...sending, ...written]);
      return { ids, written: written.length };
    },
  };
}

async function send(channelId: string, n: number): Promise<string> {
  const message = {
    channel_id: channelId,
    to: `4917000002${10 + (n % 20)}`,
    type: "text",
    content: { body: `out ${n}` },
  };
  const { status, body } = await call(n % 2)("POST", "/v1/messages", message);
  if (status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.id;
}

async function unfinished(ids: string[]): Promise<number> {
  const [row] = await site.sql`
    select count(*)::integer as left from messages
    where (direction = 'outbound' and id = any (${ids}::uuid[]) and status not in ('delivered', 'read', 'failed'))`;
  return row?.left;
}
