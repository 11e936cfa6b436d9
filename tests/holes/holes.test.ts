/** What the phone kept back while all daemons were dead is fetched: every message once, in the phone's order, without events. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { NUMBER } from "../gateway/site.ts";
import { untilStatus } from "../gateway/support.ts";
import { withClockAhead } from "../support/another-clock.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { eventually, until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";

const [ADA, GRACE] = ["491700000001", "491700000002"] as const;
const MESSAGES = 500;
const AWAY_MS = 120_000;
const PORTS = [freePort(), freePort()] as const;

let site: Site;
let web: WhatsAppWebSandbox;
let people: SandboxPeople;
let receiver: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  site = await prepareSite(PORTS[0], {});
  receiver = startReceiver();
  web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
});

afterAll(async () => {
  await site.stop();
  await web.stop();
  await receiver.stop();
});

const start = () =>
  Promise.all(
    PORTS.map((port) => site.start(port, { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey })),
  );

/** Every fourth and the last come only when the phone is asked, five never; Grace writes every tenth. */
const whoOf = (nth: number) => (nth % 10 === 3 ? GRACE : ADA);
const isLost = (nth: number) => nth % 100 === 50;
const isKeptBack = (nth: number) => nth % 4 === 3 || nth > MESSAGES - 8;

async function write(nth: number): Promise<void> {
  const keptBack = isLost(nth) ? "for_good" : isKeptBack(nth) ? "until_asked" : undefined;
  await people.control.send(whoOf(nth), { kind: "text", content: { body: `${nth}` }, to: NUMBER, keptBack });
}

type Record = { type: string; content: { event?: string; messages?: number; body?: string } };

/** What is in the conversation with somebody, in order. */
async function thread(channelId: string, person: string): Promise<Record[]> {
  return await site.sql<Record[]>`
    select message.type, message.content::json as content from messages as message
    join contact_identities as known on known.contact_id = message.contact_id and known.value = ${person}
    where message.channel_id = ${channelId} order by message.id`;
}

test(
  "500 messages of while both daemons were dead, of which the phone kept some back",
  async () => {
    const [one, other] = await start();
    if (one === undefined || other === undefined) throw new Error("no daemon");
    const call = caller(one.url, site.key);
    const { id } = (await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "P" })).body;
    await call("POST", `/v1/channels/${id}/connect`);
    const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
    await web.control.scan(NUMBER, body.qr);
    await untilStatus(call)(id, "connected");
    const endpoint = { url: receiver.url, filterTypes: ["message.new", "conversation.filled"] };
    expect((await call("POST", "/v1/settings/developer/webhooks/endpoints", endpoint)).status).toBe(201);
    await withClockAhead(-AWAY_MS - 60_000, async () => {
      for (const person of [ADA, GRACE])
        await people.control.send(person, { kind: "text", content: { body: "before" }, to: NUMBER });
    });
    await until(() => receiver.received.length === 2);
    // or they would be delivered again, as whatever a kill cuts off
    await until(async () => (await site.sql`select from lane_items where kind = 'endpoint'`).length === 0);
    await Promise.all([one.kill(), other.kill()]);
    await site.sql`update channels set last_seen_at = now() - interval '150 seconds' where id = ${id}`;
    for (let nth = 1; nth <= MESSAGES; nth++) await withClockAhead(-AWAY_MS + nth * 100, () => write(nth));
    await people.control.idle();
    await start();

    const numbers = Array.from({ length: MESSAGES }, (_, index) => index + 1);
    const filled = await eventually(
      "two conversations filled",
      async () => {
        const events = await site.sql<{ body: { messages: number; missing_since: string | null } }[]>`
          select body::json as body from events where type = 'conversation.filled' order by (body::json ->> 'messages')::int`;
        return events.length === 2 ? events.map((event) => event.body) : null;
      },
      LONG_MS,
    );
    for (const person of [ADA, GRACE]) {
      const own = numbers.filter((nth) => whoOf(nth) === person);
      const kept = own.filter((nth) => isKeptBack(nth) && !isLost(nth)).length;
      const found = await thread(id, person);
      const said = found.filter(({ type }) => type !== "system").map(({ content }) => content.body ?? null);
      expect(said).toEqual(["before", ...own.map((nth) => (isLost(nth) ? null : `${nth}`))]);
      const marks = found.filter(({ type }) => type === "system").map(({ content }) => content);
      expect(marks).toContainEqual(expect.objectContaining({ event: "came_while_away", messages: kept }));
      expect(marks.some(({ event }) => event === "not_fetched")).toBe(own.some(isLost));
      expect(filled).toContainEqual(expect.objectContaining({ messages: kept }));
    }
    expect(filled.map(({ missing_since }) => missing_since !== null)).toEqual([false, true]);
    const live = numbers.filter((nth) => isLost(nth) || !isKeptBack(nth)).length + 2;
    await until(() => receiver.received.length >= live + filled.length, LONG_MS);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([new Set(ids).size, ids.length]).toEqual([live + filled.length, live + filled.length]);
  },
  LONG_MS,
);
