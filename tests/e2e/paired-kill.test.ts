/** kill -9 of a daemon with a paired number, while it writes and is written to. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { untilStatus } from "../gateway/support.ts";
import { NUMBER } from "../providers/whatsapp-web/chat.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { eventually } from "../support/until.ts";

const MESSAGES = 120;
const PEOPLE = 6;
const KILLS = 4;

let site: Site;
let web: WhatsAppWebSandbox;
let daemon: DaemonProcess;
let channelId: string;
const port = freePort();
const environment = () => ({ WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey });

beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
  site = await prepareSite(port, {});
  daemon = await site.start(port, environment());
  channelId = await pair();
});

afterAll(async () => {
  await site.stop();
  await web.stop();
});

test(
  "kill -9 loses no message either way, and nobody sees one twice",
  async () => {
    const { control } = web.control.people();
    const texts = (prefix: string) => Array.from({ length: MESSAGES }, (_, n) => `${prefix} ${n}`).sort();
    const written = texts("in").map((body, n) =>
      Bun.sleep(n * 40).then(() =>
        control.send(personOf(n), { kind: "text", content: { body }, to: NUMBER }),
      ),
    );
    const accepted = texts("out").map((body, n) => Bun.sleep(n * 40).then(() => sendUntilAccepted(body, n)));
    for (let kill = 0; kill < KILLS; kill++) {
      await Bun.sleep(900);
      await daemon.kill("SIGKILL");
      daemon = await site.start(port, environment());
    }
    await Promise.all(written);
    const ids = await Promise.all(accepted);

    await eventually(
      "end of all messages",
      async () => {
        const [row] = await site.sql`
      select count(*)::integer as left from messages where id = any (${ids}::uuid[]) and status <> 'read'`;
        return row?.left === 0 ? true : null;
      },
      LONG_MS,
    );
    const there = Array.from({ length: PEOPLE }, (_, n) => control.messages(personOf(n))).flat();
    const arrived = there.filter(({ fromMe }) => !fromMe);
    expect(arrived.map(({ text }) => text ?? "").sort()).toEqual(texts("out"));

    const records = () => site.sql<{ body: string }[]>`
    select content::json ->> 'body' as body from messages where direction = 'inbound' order by id`;
    await eventually(
      "records of all messages",
      async () => ((await records()).length >= MESSAGES ? true : null),
      LONG_MS,
    );
    expect((await records()).map(({ body }) => body).sort()).toEqual(texts("in"));
    const [events] = await site.sql`select count(*)::integer as count from events where type = 'message.new'`;
    expect(events?.count).toBe(MESSAGES);
    const [kept] = await site.sql`
    select count(*)::integer as count from web_session_keys where category = 'arrived'`;
    expect(kept?.count).toBe(0);
    expect(control.failures()).toEqual([]);
    // each would ask for a message again that is there, and hold up those behind it
    expect(web.control.received().data.filter(({ type }) => type === "retry")).toEqual([]);
  },
  LONG_MS,
);

function personOf(n: number): string {
  return `4917000001${String(n % PEOPLE).padStart(2, "0")}`;
}

async function pair(): Promise<string> {
  const call = caller(daemon.url, site.key);
  const settings = { rate: { per_second: 100_000 }, warmup: null };
  const made = await call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
    settings,
  });
  const id: string = made.body.id;
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call)(id, "connected");
  return id;
}

async function sendUntilAccepted(body: string, n: number): Promise<string> {
  const message = { channel_id: channelId, to: personOf(n), type: "text", content: { body } };
  while (true) {
    const answer = await caller(`http://127.0.0.1:${port}`, site.key)("POST", "/v1/messages", message, {
      "idempotency-key": body,
    }).catch(() => null);
    if (answer?.status === 201) return answer.body.id;
    await Bun.sleep(20);
  }
}
