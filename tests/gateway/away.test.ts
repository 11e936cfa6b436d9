/** What people write while the daemon is dead is all there once it is back, and their conversations say how much it was. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { withClockAhead } from "../support/another-clock.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

const [ADA, GRACE] = ["491700000001", "491700000002"] as const;
const TWO_MINUTES = 120_000;

let site: Site;
let web: WhatsAppWebSandbox;
let people: SandboxPeople;
let receiver: ReturnType<typeof startReceiver>;
const port = freePort();

beforeAll(async () => {
  site = await prepareSite(port, {});
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

const start = () => site.start(port, { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey });
const write = (from: string, body: string) =>
  people.control.send(from, { kind: "text", content: { body }, to: NUMBER });

/** All that came in, in order, each with whose it is. */
async function came(channelId: string) {
  return await site.sql<{ from: string; type: string; content: { body?: string; messages?: number } }[]>`
    select address as from, type, content::json as content from messages
    where channel_id = ${channelId} and direction = 'inbound' order by id`;
}

test(
  "twenty messages of while it was dead are there in order, told once, and counted in their conversations",
  async () => {
    const first = await start();
    const call = caller(first.url, site.key);
    const { id } = (await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "P" })).body;
    await call("POST", `/v1/channels/${id}/connect`);
    const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
    await web.control.scan(NUMBER, body.qr);
    await untilStatus(call)(id, "connected");
    const endpoint = { url: receiver.url, filterTypes: ["message.new"] };
    expect((await call("POST", "/v1/settings/developer/webhooks/endpoints", endpoint)).status).toBe(201);
    await write(ADA, "live");
    await until(() => receiver.received.length === 1);
    // or it would be delivered again, as whatever a kill cuts off
    await until(async () => (await site.sql`select from lane_items where kind = 'endpoint'`).length === 0);
    await first.kill();

    await withClockAhead(-TWO_MINUTES, async () => {
      for (let n = 1; n <= 17; n++) await write(ADA, `${n}`);
      for (let n = 1; n <= 3; n++) await write(GRACE, `${n}`);
    });
    // not late enough that anybody would ask where it was
    await write(GRACE, "just now");
    await start();

    const marks = async () => (await came(id)).filter(({ type }) => type === "system");
    await until(async () => (await marks()).length === 2, LONG_MS);
    expect((await marks()).map(({ content }) => content.messages).sort()).toEqual([17, 3]);
    const texts = (await came(id)).filter(({ type }) => type === "text");
    const of = (person: string) =>
      texts.filter(({ from }) => from === person).map(({ content }) => content.body);
    expect(of(ADA)).toEqual(["live", ...Array.from({ length: 17 }, (_, n) => `${n + 1}`)]);
    expect(of(GRACE)).toEqual(["1", "2", "3", "just now"]);
    await until(() => receiver.received.length >= 22, LONG_MS);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(22);
    expect(ids).toHaveLength(22);
  },
  LONG_MS,
);
