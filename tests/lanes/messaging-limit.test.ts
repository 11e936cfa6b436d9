/** The numbers of a portfolio share one limit of new people in 24 hours, whichever daemons send for them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

const UNPACED = { service_window: "provider", rate: { per_second: 100_000, per_recipient_seconds: 0 } };
const LIMIT = 250;
const OVER = 5;

let site: Site;
let calls: ((method: string, path: string, body?: unknown) => Promise<Answer>)[];
let channels: string[];

beforeAll(async () => {
  const ports = [freePort(), freePort()] as const;
  site = await prepareSite(ports[1], UNPACED);
  const daemons = await Promise.all([site.start(ports[0]), site.start(ports[1])]);
  calls = daemons.map(({ url }) => caller(url, site.key));
  await control("portfolio", { messaging_limit: "TIER_250" });
  channels = [site.channelId, await addNumber("1"), await addNumber("2")];
  await site.sql`update channels set check_at = now()`;
  const limited = () =>
    site.sql`select from channels where portfolio_id is not null and messaging_limit = 'TIER_250'`;
  await until(async () => (await limited()).length === 3);
});
afterAll(() => site.stop());

test("as many new people as the limit allows are written to; the others wait until room comes", async () => {
  const numbers = Array.from({ length: LIMIT + OVER }, (_, n) => String(14155550000 + n));
  const sent = channels.map((channel_id, part) => {
    const messages = numbers.filter((_, n) => n % 3 === part).map((to) => text(channel_id, to));
    return calls[part % 2]?.("POST", "/v1/messages/batch", { messages });
  });
  for (const answer of await Promise.all(sent)) expect(answer?.status).toBeLessThan(300);
  await untilHeld(OVER);
  await untilCalled(LIMIT);
  expect((await limits()).messaging).toMatchObject({ scope: "portfolio", limit: LIMIT, used: LIMIT });

  // a reply is never held, and counts for nobody
  await control("inbound", { from: "14155559999", text: "Hi" });
  await until(
    async () => (await site.sql`select from conversations where last_inbound_at is not null`).length === 1,
  );
  const reply = await calls[0]?.("POST", "/v1/messages", text(site.channelId, "14155559999"));
  await untilCalled(LIMIT + 1);
  expect((await record(reply?.body.id)).held).toBeNull();

  // somebody who waits writes
  const [waiting] = await heldMessages();
  expect(await record(waiting?.id)).toMatchObject({
    status: "scheduled",
    held: { reason: "messaging_limit", until: waiting?.due_at.toISOString() },
  });
  const phone = waiting?.phone_number_id;
  await control("inbound", { from: waiting?.address, text: "Hello", phone_number_id: phone });
  await untilHeld(OVER - 1);
  await untilCalled(LIMIT + 2);

  // the clock moves until one of those who count leaves
  await site.sql`
    update portfolio_people set called_at = called_at - interval '24 hours'
    where contact_id = (select contact_id from portfolio_people limit 1)`;
  await site.sql`update lane_items set due_at = now() where held_reason is not null`;
  for (const id of channels) await site.sql`select wake_lane(${site.organizationId}, 'channel', ${id})`;
  await untilCalled(LIMIT + 3);
  await untilHeld(OVER - 2);
  expect((await limits()).messaging.used).toBe(LIMIT);

  // Meta raises the limit
  await control("portfolio", { messaging_limit: "TIER_2K" });
  await untilHeld(0);
  await untilCalled(LIMIT + 1 + OVER);
});

test("a channel that refuses what is over its limit says so, and still takes who counts already", async () => {
  const [id, call] = [channels[1], calls[1]];
  await call?.("PATCH", `/v1/channels/${id}`, { settings: { over_limit: "refuse" } });
  await control("portfolio", { messaging_limit: "TIER_250" });
  await until(async () => (await limits()).messaging.limit === LIMIT);
  await until(async () => (await call?.("POST", "/v1/messages", text(id, "14155557777")))?.status === 422);
  const refused = await call?.("POST", "/v1/messages", text(id, "14155557777"));
  expect(refused?.body.code).toBe("messaging_limit_reached");
  const known = await call?.("POST", "/v1/messages", text(id, "14155550100"));
  expect(known?.status).toBe(201);
  await until(async () => (await record(known?.body.id)).attempts === 1);
});

async function addNumber(digit: string): Promise<string> {
  const [id, waba_id] = [`70000000${digit}`, `80000000${digit}`];
  const display_phone_number = `+1 555-099-030${digit}`;
  await control("phone_numbers", { id, waba_id, display_phone_number, verified_name: `Number ${digit}` });
  const made = await calls[0]?.("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: digit, phone_number_id: id, waba_id, settings: UNPACED },
    access_token: SANDBOX_DEFAULTS.accessToken,
  });
  const subscribed = `${site.sandbox.graphUrl}/${waba_id}/subscribed_apps`;
  const headers = { authorization: `Bearer ${SANDBOX_DEFAULTS.accessToken}` };
  await fetch(subscribed, { method: "POST", headers });
  return made?.body.id;
}

async function control(what: string, body: object): Promise<void> {
  const answer = await fetch(`${site.sandbox.url}/sandbox/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

function text(channel_id: string | undefined, to: string) {
  return { channel_id, to, type: "text", content: { body: "x" } };
}

const record = async (id: string) => (await calls[0]?.("GET", `/v1/messages/${id}`))?.body;
const limits = async () => (await calls[1]?.("GET", `/v1/channels/${site.channelId}/limits`))?.body;
const called = async () => (await site.sql`select distinct message_id from message_attempts`).length;
const untilCalled = (people: number) => until(async () => (await called()) === people);
const untilHeld = (messages: number) => until(async () => (await heldMessages()).length === messages);
const heldMessages = () => site.sql`
  select message.id, message.address, item.due_at, channel.phone_number_id
  from lane_items as item
  join messages as message on message.id = item.item_id::uuid
  join channels as channel on channel.id = item.lane_id
  where item.held_reason = 'messaging_limit' order by message.id`;
