/** What Meta sends of the WhatsApp Business app's chats, as its webhooks reference has the field `history`. */
import { beforeAll, expect, test } from "bun:test";
import { routedCalls } from "../../daemon/inbound/facts/routing.ts";
import { createInboundWork } from "../../daemon/inbound/process/process.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { PLATFORMS } from "../../daemon/providers/registry.ts";
import { NO_RATE_CARDS } from "../costs/no-rate-cards.ts";
import { change, eventsOf, processed, receive, recordOf, settled, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { conversationOf, daysAgo, said } from "./support.ts";

const BUSINESS = "15550990100";
const waypost = sharedDaemon();
const keep = (history: string) =>
  waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { history } });

beforeAll(() => keep("full"));

/** A message of days ago, of a person unless it says otherwise. */
function written(id: string, days: number, more: object) {
  const timestamp = String(daysAgo(days).getTime() / 1000);
  return { id, timestamp, type: "text", text: { body: id }, history_context: { status: "READ" }, ...more };
}

const chunk = (phase: number, order: number, threads: object[]) => ({
  history: [{ metadata: { phase, chunk_order: order, progress: 50 }, threads }],
});
const thread = (id: string, ...messages: object[]) => ({ id, messages });

test("both sides of a chat are in it, in order, read and without events, whatever part comes first and how often", async () => {
  const person = "16505550201";
  const from = { from: person };
  const sent = { from: BUSINESS, to: person };
  const later = chunk(0, 2, [thread(person, written("H3", 1, sent), written("H4", 0, from))]);
  const before = chunk(1, 1, [thread(person, written("H1", 60, from), written("H2", 50, sent))]);
  const events = await eventsOf(waypost);
  for (const one of [later, before, later, before]) await take(waypost, one, "history");
  const conversation = await conversationOf(waypost, person);
  expect(conversation).toMatchObject({ status: "closed", unread_count: 0, unanswered: false });
  expect(await said(waypost, conversation.id)).toEqual(["H1", "H2", "H3", "H4"]);
  expect(await recordOf(waypost, "H2")).toMatchObject({
    ...{ imported_from: "meta", direction: "outbound", status: "read", author: { kind: "phone" } },
  });
  expect(ofMessages(await eventsOf(waypost))).toEqual(ofMessages(events));
});

/** Without what a check of the number says meanwhile. */
function ofMessages(events: Awaited<ReturnType<typeof eventsOf>>) {
  return events.filter(({ type }) => type !== "channel.updated");
}

test.each([
  ["from_me", { from: "US.201", history_context: { status: "delivered", from_me: true } }, "delivered"],
  ["its receiver", { from: BUSINESS, to: "16505550202", history_context: { status: "ERROR" } }, "failed"],
  ["its sender", { from: BUSINESS, history_context: { status: "PENDING" } }, "sent"],
])("the business wrote what says so by %s", async (name, more, status) => {
  const message = written(`D ${name}`, 3, more);
  await take(waypost, chunk(0, 1, [thread("16505550202", message)]), "history");
  expect(await recordOf(waypost, message.id)).toMatchObject({
    direction: "outbound",
    status,
    to: "16505550202",
  });
});

test("a file takes the place of its announcement, and is fetched when somebody asks", async () => {
  const live = await receive(waypost, { from: "16505550203", kind: "image" });
  const [file] = await waypost.sql`select provider_media_id from media where message_id = ${live.id}`;
  const person = "16505550204";
  const announced = written("F1", 4, { from: person, type: "media_placeholder", text: undefined });
  await take(waypost, chunk(0, 1, [thread(person, announced)]), "history");
  expect(await recordOf(waypost, "F1")).toMatchObject({ type: "unsupported" });
  const image = { id: file?.provider_media_id, mime_type: "image/jpeg", caption: "The oven" };
  const named = written("F1", 4, { from: person, type: "image", image, text: undefined });
  await take(waypost, { messages: [named] }, "history");
  await take(waypost, chunk(0, 1, [thread(person, announced)]), "history");
  const record = await recordOf(waypost, "F1");
  expect(record).toMatchObject({ type: "image", content: { caption: "The oven" }, imported_from: "meta" });
  const conversation = await conversationOf(waypost, person);
  expect(await waypost.sql`select from messages where conversation_id = ${conversation.id}`).toHaveLength(1);
  const { media_id: id } = record.content;
  expect((await waypost.call("GET", `/v1/media/${id}`)).status).toBe(409);
  expect(await settled(waypost, id)).toBe("stored");
});

test("a file that the business sent comes outside a chat, too", async () => {
  const image = { id: "M2", mime_type: "image/jpeg" };
  const sent = written("F2", 4, { from: BUSINESS, to: "16505550205", type: "image", image, text: undefined });
  await take(waypost, { message_echoes: [sent] }, "history");
  expect(await recordOf(waypost, "F2")).toMatchObject({ direction: "outbound", to: "16505550205" });
});

test("what is no message of the chat is left out, and the rest is taken", async () => {
  const from = { from: "16505550206" };
  const system = written("N1", 3, { ...from, type: "system", system: { type: "customer_identity_changed" } });
  const group = written("N2", 3, { ...from, group_id: "Y2FwaV9ncm91cA==" });
  const message = written("N3", 3, from);
  const threads = [{ id: 7 }, 8, thread("nobody", message), thread("16505550206", system, group, message)];
  await take(waypost, chunk(0, 1, threads as object[]), "history");
  const { id } = await conversationOf(waypost, "16505550206");
  expect(await said(waypost, id)).toEqual(["N3"]);
});

test("chats that are not shared are an alert with what to do", async () => {
  const error = { code: 2593109, message: "History sharing is turned off" };
  await control(waypost, "inbound", { kind: "history", from: "16505550210", content: { errors: [error] } });
  const alert = await eventually("alert", async () =>
    (await eventsOf(waypost)).find(({ type }) => type === "channel.alerted"),
  );
  expect(alert?.body).toMatchObject({
    description: "2593109: History sharing is turned off",
    advice: expect.stringContaining("Onboard"),
  });
});

test("messages of before wait on a route of their own", () => {
  const routeOf = (value: object) => routedCalls(change(value, "history")).map(({ route }) => route);
  const [past] = routeOf(chunk(0, 1, [thread("16505550207", written("R1", 1, { from: "16505550207" }))]));
  const [people] = routeOf(chunk(0, 1, [thread("16505550207")]));
  expect(past).toBe(`past:${people}`);
});

test.each([
  ["none", []],
  ["90_days", ["S2 90_days"]],
  ["full", ["S1 full", "S2 full"]],
])("the setting %s copies as much", async (history, kept) => {
  await keep(history);
  const person = `1650555021${kept.length}`;
  const messages = [95, 80].map((days, index) => written(`S${index + 1} ${history}`, days, { from: person }));
  const past = { sql: waypost.sql, templates: { find: async () => null }, retentionDays: 365 };
  const log = createLog("silent");
  const { take } = createInboundWork({
    ...{ sql: waypost.sql, log, platforms: PLATFORMS, rateCards: NO_RATE_CARDS, past },
  });
  const call = change(chunk(2, 1, [thread(person, ...messages)]), "history");
  await take("whatsapp_official", routedCalls(call));
  await processed(waypost);
  const conversation = await conversationOf(waypost, person);
  expect(conversation === undefined ? [] : await said(waypost, conversation.id)).toEqual(kept);
});
