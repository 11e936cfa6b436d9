/** The daemon is killed under programs that send through each front, and under endpoints of each form. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type DaemonProcess, prepareSite, type Site, untilSettled } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { type Answer, FRONTS, type Front, type Json, type Sent } from "./kill-fronts.ts";

const MESSAGES = 120;
const PEOPLE = 10;
const KILLS = 3;
const CLIENTS = 6;
const EVENTS = ["message.new", "message.status_update"];
const NOT_NOW = [409, 429, 500, 503];

const port = freePort();
const base = `http://127.0.0.1:${port}`;
let site: Site;
let daemon: DaemonProcess;
const receivers = FRONTS.map((front) => ({ ...startReceiver(), front }));

const start = () => site.start(port, { WAYPOST_OUTCOME_GRACE_SECONDS: "4" });

beforeAll(async () => {
  site = await prepareSite(port, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  daemon = await start();
  for (const { url, front } of receivers) {
    const endpoint = { url, format: front.format, verify_token: "open", concurrency: 1, filterTypes: EVENTS };
    const path = `${base}/v1/settings/developer/webhooks/endpoints`;
    expect((await ask(path, { "x-api-key": site.key }, endpoint))?.status).toBe(201);
  }
});
afterAll(async () => {
  await Promise.all([site?.stop(), ...receivers.map((one) => one.stop())]);
});

test(
  "each key has one effect, nothing is lost, and each endpoint is told of everything in order",
  async () => {
    const answered = await sendWhileKilling();
    await untilSettled(site);

    const sent = await site.sql<{ id: string }[]>`select id from messages where direction = 'outbound'`;
    expect(sent.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
    const { distinct, repeated } = (await ask(`${site.sandbox.url}/sandbox/counts`, {}))?.body ?? {};
    expect(distinct).toBe(FRONTS.length * MESSAGES);
    const listed = await site.sql<{ message_id: string }[]>`
      select distinct message_id from message_attempts where possible_duplicate`;
    const doubled = repeated.map((one: Json) => one.biz_opaque_callback_data);
    expect(listed.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining(doubled));

    const [came] = await site.sql`select count(*) as count from messages where direction = 'inbound'`;
    expect(came?.count).toBe(MESSAGES);
    const happened = (await events()).toSorted((one, other) => one.body.sequence - other.body.sequence);
    for (const { front, received } of receivers) {
      const lines = new Map(happened.map((event) => [front.nameOf(event), lineOf(event)]));
      const bodies = new Map<string, string>();
      for (const delivery of received) {
        const told = front.told(delivery);
        if (!bodies.has(told)) bodies.set(told, delivery.body);
        // again, it has the same bytes
        expect(delivery.body === bodies.get(told)).toBe(true);
      }
      const inEach = (names: Iterable<string>) =>
        Object.fromEntries(Map.groupBy(names, (name) => lines.get(name) ?? "unknown"));
      const known = happened.filter(({ body }) => front.format !== "meta" || body.status !== "queued");
      expect(inEach(bodies.keys())).toEqual(inEach(known.map(front.nameOf)));
    }
  },
  LONG_MS,
);

/** What has an order: what comes in a conversation, and the statuses of a message. */
function lineOf({ type, body }: Json): string {
  return type === "message.new" ? body.conversation_id : body.message_id;
}

/** Sends all messages of each front, while the daemon is killed again and again. Returns the ids of the answers. */
async function sendWhileKilling(): Promise<string[]> {
  const answered: string[] = [];
  const clients = [hear(), ...FRONTS.flatMap((front, nth) => clientsOf(front, nth, answered))];
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(() => answered.length >= (kill * FRONTS.length * MESSAGES) / (KILLS + 1), LONG_MS);
    await daemon.kill();
    daemon = await start();
  }
  await Promise.all(clients);
  return answered;
}

/** Programs that share a front's messages. */
function clientsOf(front: Front, nth: number, answered: string[]): Promise<void>[] {
  let next = 0;
  return Array.from({ length: CLIENTS }, async () => {
    while (next < MESSAGES) {
      const index = next++;
      const text = `${front.format} ${index}`;
      const to = String(14155550100 + 100 * nth + (index % PEOPLE));
      answered.push(await untilAnswered(front, { to, text, key: `key of ${text}`, isFile: index % 3 === 0 }));
    }
  });
}

async function untilAnswered(front: Front, sent: Sent): Promise<string> {
  const { path, body, headers } = front.request(sent);
  while (true) {
    const answer = await ask(base + front.prefix + path, { ...front.headers(site.key), ...headers }, body);
    if (answer !== null && answer.status < 300) return front.idOf(answer.body);
    if (answer !== null && !NOT_NOW.includes(answer.status))
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await Bun.sleep(50);
  }
}

/** People write while the daemon comes and goes. */
async function hear(): Promise<void> {
  for (let index = 0; index < MESSAGES; index++) {
    const heard = { from: String(14155550900 + (index % PEOPLE)), text: `in ${index}` };
    expect((await ask(`${site.sandbox.url}/sandbox/inbound`, {}, heard))?.status).toBe(200);
    await Bun.sleep(50);
  }
}

/** An answer; null where there is none, or no whole one. */
async function ask(url: string, headers: Record<string, string>, body?: object): Promise<Answer | null> {
  const post = { method: "POST", body: JSON.stringify(body) };
  const json = { "content-type": "application/json", ...headers };
  const response = await fetch(url, { headers: json, ...(body && post) }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  return response === null || answer === null ? null : { status: response.status, body: answer };
}

/** All that the log has of messages and statuses. */
async function events(): Promise<Json[]> {
  const found: Json[] = [];
  for (let after: string | null = "beginning"; after !== null; ) {
    const path: string = `/v1/events?type=${EVENTS.join()}&limit=100&after=${after}`;
    const answer = await ask(base + path, { "x-api-key": site.key });
    if (answer === null) throw new Error("the log can't be read");
    found.push(...answer.body.data);
    after = answer.body.meta.next_cursor;
  }
  return found;
}
