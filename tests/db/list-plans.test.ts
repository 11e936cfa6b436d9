/** That a page of every list, whatever its filter, looks at a bounded number of pages of the tables. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { BEGINNING, readEvents } from "../../db/events/events.ts";
import { listMessages, type MessageFilter } from "../../db/messages/lists.ts";
import { type DeliveryFilter, listDeliveries } from "../../db/webhooks/delivery-lists.ts";
import { endpointsWithout } from "../../db/webhooks/resend.ts";
import { contactNumbered, conversationNumbered, phoneNumbered } from "../../scripts/lab/stage/stored/rows.ts";
import type { TestDatabase } from "../support/database.ts";
import { LONG_MS } from "../support/long.ts";
import {
  daysAgo,
  expectBounded,
  LIMIT,
  type ManyRows,
  manyRows,
  ORGANIZATION,
  TIMES,
} from "../support/many-rows.ts";
import type { Watched } from "../support/watched-plans.ts";

let rows: ManyRows;
let database: TestDatabase;
let watched: Watched;
beforeAll(async () => {
  rows = await manyRows();
  ({ database, watched } = rows);
}, LONG_MS);
afterAll(() => rows?.close());

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
    for (let time = 0; time < TIMES; time++)
      await endpointsWithout(watched.sql, ORGANIZATION, event?.id ?? "");
  });
  expectBounded(plans, 50);
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
