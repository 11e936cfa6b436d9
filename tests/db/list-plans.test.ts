/** That a page of every list, whatever its filter, looks at a bounded number of pages of the tables. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ConversationFilter, listConversations } from "../../db/conversation-lists.ts";
import { type DeliveryFilter, listDeliveries } from "../../db/delivery-lists.ts";
import { BEGINNING, readEvents } from "../../db/events.ts";
import { listMessages, type MessageFilter } from "../../db/message-lists.ts";
import {
  contactNumbered,
  conversationNumbered,
  makeBigRows,
  phoneNumbered,
} from "../../scripts/benchmarks/big-rows.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type Watched, type WatchedPlan, watchPlans } from "../support/watched-plans.ts";

const ORGANIZATION = "org_plans";
const MESSAGES = 40_000;
/** Messages are on about 3,700 pages, deliveries and events on more. */
const MOST_PAGES = 1500;
const CHANNELS = ["ch_most", "ch_some", "ch_more", "ch_few"];
/** Of a list that looks up something else for each row that it looks at. */
const MOST_PAGES_OF_LOOKUPS = 6000;
/** Has each other conversation. */
const ASSIGNEE = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
/** After this many times, the server may keep one plan for whatever is asked. */
const TIMES = 7;
const LIMIT = 26;

let database: TestDatabase;
let watched: Watched;
const endpointIds = ["ep_1", "ep_2"];

beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database;
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    select ${ORGANIZATION}, id, 'whatsapp_official', 'connected', 'Plans' from unnest(${CHANNELS}::text[]) as id`;
  const rows = { organizationId: ORGANIZATION, channelIds: CHANNELS, endpointIds };
  await makeBigRows(sql, { ...rows, messages: MESSAGES, days: 28 });
  await letSomeWait();
  watched = await watchPlans(database.url);
}, 120_000);
afterAll(async () => {
  await watched?.sql.end();
  await database.drop();
});

/** Puts each tenth message and delivery back to where it waits. */
async function letSomeWait(): Promise<void> {
  const { sql } = database;
  await sql`
    with waiting as (
      update messages set status = 'queued' where direction = 'outbound' and right(id::text, 1) = '7' and error is null
      returning organization_id, channel_id, id, conversation_id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization_id, 'channel', channel_id, id::text, conversation_id, now() from waiting`;
  await sql`
    with waiting as (
      update deliveries set status = 'pending' where right(event_id, 2) = 'A1' and error is null
      returning organization_id, endpoint_id, id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization_id, 'endpoint', endpoint_id, id, id, now() from waiting`;
  await sql`update conversations set assignee_id = ${ASSIGNEE} where right(id, 1) in ('0', '2', '4', '6', '8')`;
  await sql`vacuum analyze`;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
const expectBounded = (plans: WatchedPlan[], most = MOST_PAGES) => {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => plan.readWhole)).toEqual([]);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(most);
};

const WHEN: Partial<MessageFilter> = { createdAfter: daysAgo(14), createdBefore: daysAgo(10) };
const MESSAGE_FILTERS: [what: string, filter: Partial<MessageFilter>][] = [
  ["all", {}],
  ...["queued", "scheduled", "sending", "sent", "delivered", "read", "played", "failed", "cancelled"].map(
    (status): [string, Partial<MessageFilter>] => [`status ${status}`, { status }],
  ),
  ...["text", "template", "image", "location", "poll", "presence"].map(
    (type): [string, Partial<MessageFilter>] => [`type ${type}`, { type }],
  ),
  ["inbound", { direction: "inbound" }],
  ["outbound", { direction: "outbound" }],
  ["a span of time", WHEN],
  ["before anything", { createdBefore: daysAgo(60) }],
  ["failed in a span of time", { status: "failed", ...WHEN }],
  ["queued in a span of time", { status: "queued", ...WHEN }],
  ["the largest channel", { channelId: "ch_most" }],
  ["a small channel", { channelId: "ch_few" }],
  ["an unknown channel", { channelId: "ch_none" }],
  ["what some channels may see", { channelIds: ["ch_some", "ch_few"] }],
  ["failed of a small channel", { channelId: "ch_few", status: "failed" }],
  ["cancelled of a small channel", { channelId: "ch_few", status: "cancelled" }],
  ["a type of the largest channel", { channelId: "ch_most", type: "presence" }],
  ["queued of a small channel", { channelId: "ch_few", status: "queued" }],
  ["a conversation", { conversationId: conversationNumbered(2) }],
  ["a type of a conversation", { conversationId: conversationNumbered(2), type: "poll" }],
  ["a contact", { contactId: contactNumbered(2) }],
  ["failed of a contact", { contactId: contactNumbered(2), status: "failed" }],
  ["a number", { to: phoneNumbered(2) }],
  ["inbound of a number", { to: phoneNumbered(2), direction: "inbound" }],
];

test.each(MESSAGE_FILTERS)("a page of messages is bounded: %s", async (_what, filter) => {
  const list = (before: string | null) =>
    listMessages(watched.sql, ORGANIZATION, { channelIds: null, ...filter }, before, LIMIT);
  const [middle] = await database.sql<{ id: string }[]>`select uuid_bound(${daysAgo(12)}) as id`;
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) await list(null);
    for (let time = 0; time < TIMES; time++) await list(middle?.id ?? null);
  });
  expectBounded(plans);
});

const DELIVERY_FILTERS: [what: string, filter: Partial<DeliveryFilter>][] = [
  ["all", {}],
  ...["pending", "succeeded", "failed", "exhausted"].map((status): [string, Partial<DeliveryFilter>] => [
    `status ${status}`,
    { status },
  ]),
  ["a usual event type", { eventType: "message.new" }],
  ["a usual event type that no such endpoint has", { eventType: "contact.updated", endpointIds: ["ep_1"] }],
  ["a rare event type", { eventType: "crm.task.completed" }],
  ["an event type that none has", { eventType: "template.status_update" }],
  ["a span of time", { since: daysAgo(14), until: daysAgo(10) }],
  ["failed in a span of time", { status: "failed", since: daysAgo(14), until: daysAgo(10) }],
  ["pending in a span of time", { status: "pending", since: daysAgo(14), until: daysAgo(10) }],
  ["an endpoint", { endpointIds: ["ep_2"] }],
  ["an unknown endpoint", { endpointIds: ["ep_none"] }],
  ["failed of an endpoint", { endpointIds: ["ep_2"], status: "failed" }],
  ["succeeded of endpoints", { endpointIds: ["ep_1", "ep_2"], status: "succeeded" }],
];

test.each(DELIVERY_FILTERS)("a page of deliveries is bounded: %s", async (_what, filter) => {
  const all = { endpointIds: null, eventType: undefined, status: undefined, eventId: undefined };
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await listDeliveries(
        watched.sql,
        ORGANIZATION,
        { ...all, since: undefined, until: undefined, ...filter },
        null,
        LIMIT,
      );
  });
  expectBounded(plans);
});

test("the deliveries of an event are found by it", async () => {
  const [event] = await database.sql<
    { id: string }[]
  >`select id from events order by id offset 60000 limit 1`;
  const filter = {
    endpointIds: null,
    eventType: undefined,
    status: "succeeded",
    since: undefined,
    until: undefined,
  };
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await listDeliveries(watched.sql, ORGANIZATION, { ...filter, eventId: event?.id }, null, LIMIT);
  });
  expectBounded(plans, 50);
});

const CONVERSATION_FILTERS: [what: string, filter: Partial<ConversationFilter>][] = [
  ["all", {}],
  ["open", { status: "open" }],
  ["closed", { status: "closed" }],
  ["snoozed", { status: "snoozed" }],
  ["of a small channel", { channelId: "ch_few" }],
  ["of the largest channel", { channelId: "ch_most" }],
  ["snoozed of the largest channel", { channelId: "ch_most", status: "snoozed" }],
  ["what some channels may see", { channelIds: ["ch_some", "ch_few"] }],
  ["of a contact", { contactId: contactNumbered(2) }],
  ["of an assignee who has most", { assigneeId: ASSIGNEE }],
  ["closed of an assignee who has most", { assigneeId: ASSIGNEE, status: "closed" }],
  ["of an assignee who has none", { assigneeId: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12" }],
  ["updated lately", { updatedAfter: daysAgo(0.1) }],
  ["updated long ago, closed", { updatedAfter: daysAgo(40), status: "closed" }],
  ["updated never", { updatedAfter: daysAgo(-1) }],
];

test.each(CONVERSATION_FILTERS)("a page of conversations is bounded: %s", async (_what, filter) => {
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await listConversations(watched.sql, ORGANIZATION, { channelIds: null, ...filter }, null, LIMIT);
  });
  expectBounded(plans, MOST_PAGES_OF_LOOKUPS);
});

test("conversations that were changed are found behind those with newer messages, each once", async () => {
  const { sql } = database;
  const since = daysAgo(0.2);
  const id = conversationNumbered(3999);
  await sql`select update_conversation(${ORGANIZATION}, ${id}, '{"status":"snoozed"}')`;
  const [expected] = await sql<{ count: number }[]>`
    select count(distinct conversation_id) as count from messages where id >= uuid_bound(${since})`;
  const found: string[] = [];
  let place: string | null = null;
  do {
    const filter = { channelIds: null, updatedAfter: since };
    const { rows, end } = await listConversations(sql, ORGANIZATION, filter, place, LIMIT);
    found.push(...rows.map((row) => row.id));
    place = rows.length === LIMIT ? (rows.at(-1)?.message_id ?? null) : end;
  } while (place !== null);
  expect(found).toContain(id);
  expect(found).toHaveLength(new Set(found).size);
  expect(found.length - (expected?.count ?? 0)).toBeOneOf([0, 1]);
});

test.each([
  ["all", null],
  ["a usual type", ["message.new"]],
  ["a rare type", ["crm.task.completed"]],
  ["types that none has", ["template.status_update", "crm.record.created"]],
])("a look at the log of events is bounded: %s", async (_what, types) => {
  const filter = { types, channelIds: null, since: null, tests: false };
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await readEvents(watched.sql, ORGANIZATION, filter, BEGINNING, LIMIT);
  });
  expectBounded(plans);
});

test("going on from where each page stopped finds each of a few messages once", async () => {
  const { sql } = database;
  const made = await sql<{ id: string }[]>`
    update messages set status = 'cancelled' where id in (
      select id from messages where direction = 'outbound' and error is null order by id offset 100 limit 1
    ) or id in (select id from messages where direction = 'outbound' and error is null order by id desc offset 30000 limit 2)
    returning id`;
  const found: string[] = [];
  let place: string | null = null;
  do {
    const filter = { channelIds: null, status: "cancelled" };
    const { rows, end } = await listMessages(sql, ORGANIZATION, filter, place, LIMIT);
    found.push(...rows.map(({ id }) => id));
    place = end;
  } while (place !== null);
  expect(found).toEqual(
    made
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
});
