/** What Meta tells an app of beside messages, written by our events, says to a reader of Meta's webhooks what happened. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { EVENT_TYPES, EVENTS, type EventType } from "../../../daemon/events/catalogue.ts";
import { CHANGES } from "../../../daemon/fronts/meta/receive/events.ts";
import { META_FORM } from "../../../daemon/fronts/meta/receive/form.ts";
import { MessageSchema } from "../../../daemon/messages/record.ts";
import { readInbound } from "../../../daemon/providers/cloud-api/inbound/inbound.ts";
import { readTemplateEvent } from "../../../daemon/providers/cloud-api/template-events.ts";
import type { FormEvent } from "../../../daemon/webhooks/forms/form.ts";

type Json = Record<string, unknown>;
type Records = FormEvent["records"];

const MESSAGE = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
const AT = "2026-11-21T09:30:00.000Z";
const number = { graph_account_id: "102290129340398", graph_phone_number_id: "106540352242922" };
const channel = { id: "ch_1", phone_number: "+15550783881", ...number };
const contact = { name: "Ada", phone_number: "+491700000001", user_id: null };
const ofNumber = { target: { phoneNumberId: number.graph_phone_number_id } };
const ofAccount = { target: { accountId: number.graph_account_id, phone: null } };
const ofDigits = { target: { accountId: number.graph_account_id, phone: "15550783881" } };

function write(type: EventType, body: Json, more: Json = {}) {
  const records = {
    message: null,
    contact,
    channel,
    files: [],
    answered: null,
    ...more,
  } as unknown as Records;
  const given = { ...EVENTS[type].example, ...body };
  return META_FORM.write({ id: "evt_1", type, body: given, text: "", records })?.body ?? null;
}

/** A message that came in, with what became of it since. */
const came = (more: Json) => ({
  message: {
    ...{ ...MessageSchema.examples[0], id: MESSAGE, created_at: AT, direction: "inbound", type: "text" },
    ...{ from_phone: "491700000001", from_user_id: null, group_id: null, group: null },
    ...{ content: { body: "At ten" }, edited_at: null, deleted_at: null, ...more },
  },
});
const revision = { kind: "revision", originalId: `wamid.${MESSAGE}`, providerMessageId: "wamid.evt_1" };

test.each<[EventType, Json, Json, object]>([
  [
    ...(["conversation.updated", {}, came({ edited_at: AT })] as const),
    { ...ofNumber, facts: [{ ...revision, content: { body: "At ten" }, at: new Date(AT) }] },
  ],
  [
    ...(["conversation.updated", {}, came({ edited_at: AT, deleted_at: AT })] as const),
    { ...ofNumber, facts: [{ ...revision, content: null, at: new Date(AT) }] },
  ],
  [
    ...(["conversation.handover", {}, {}] as const),
    {
      ...ofNumber,
      facts: [
        {
          ...{ kind: "handover", to: "business", person: { type: "phone", value: "491700000001" } },
          ...{ note: "The customer asks for a person", summary: "Ada wants to move her booking to Friday." },
        },
      ],
    },
  ],
  [
    ...(["conversation.handover", { handled_by: "agent", note: null, summary: null }, {}] as const),
    { ...ofNumber, facts: [{ to: "agent", note: null, summary: null }] },
  ],
  [
    ...(["channel.status_changed", { status: "restricted", reason: "too many reports" }, {}] as const),
    { ...ofAccount, facts: [{ status: "restricted", reason: expect.stringContaining("too many reports") }] },
  ],
  [
    ...(["channel.status_changed", { status: "logged_out" }, {}] as const),
    { ...ofAccount, facts: [{ status: "disconnected" }] },
  ],
  [
    ...(["channel.status_changed", { status: "connected", previous: "restricted" }, {}] as const),
    { ...ofAccount, facts: [{ status: "connecting", reason: null }] },
  ],
  [
    ...(["channel.status_changed", { status: "connecting", previous: "pairing" }, {}] as const),
    { ...ofAccount, facts: [{ status: "connecting", reason: null }] },
  ],
  [
    "channel.updated",
    {},
    { channel: { ...channel, quality_rating: "RED", messaging_limit: "TIER_2K" } },
    { ...ofDigits, facts: [{ qualityRating: "RED", messagingLimit: "TIER_2K" }] },
  ],
  [
    ...(["channel.alerted", {}, {}] as const),
    {
      ...ofNumber,
      facts: [
        {
          ...{ kind: "alert", type: "PROFILE_PICTURE_LOST", severity: "warning" },
          description: "Your profile picture was deleted.",
        },
      ],
    },
  ],
  [
    ...(["channel.username_changed", {}, {}] as const),
    { ...ofDigits, facts: [{ username: "blue.door.cafe", status: "approved" }] },
  ],
  [
    ...(["channel.username_changed", { username: null, status: "deleted" }, {}] as const),
    { ...ofDigits, facts: [{ username: null, status: "deleted" }] },
  ],
])("%s %j", (type, body, records, inbound) => {
  expect(readInbound(write(type, body, records) ?? "")).toMatchObject([inbound]);
});

test.each([
  [{}, { status: "approved", rejectedReason: null }],
  [
    { status: "rejected", rejected_reason: "PROMOTIONAL" },
    { status: "rejected", rejectedReason: "PROMOTIONAL" },
  ],
  [{ status: "deleted" }, { status: "deleted" }],
])("template.status_update %j", (body, known) => {
  const given = { template_id: "tpl_01JDB2M5S8V0ZC3K7Q2M4N6P8V", ...body };
  const inbound = readInbound(write("template.status_update", given) ?? "");
  expect(inbound).toMatchObject([{ ...ofAccount, facts: [{ kind: "template" }] }]);
  const [fact] = inbound.flatMap(({ facts }) => facts);
  const { field = "", value, providerTemplateId = "" } = fact as unknown as Record<string, string>;
  expect(readTemplateEvent(field, value, providerTemplateId)).toMatchObject({
    ...{ providerId: expect.stringMatching(/^\d{40}$/), name: "table_booked", language: "en_US", ...known },
  });
});

test.each<[string, EventType, Json, Json]>([
  [
    "a message that the business changed",
    "conversation.updated",
    {},
    came({ direction: "outbound", edited_at: AT }),
  ],
  ["other news of a conversation", "conversation.updated", {}, came({})],
  ["a connection that is lost for a while", "channel.status_changed", { status: "disconnected" }, {}],
  [
    "a connection that is back",
    "channel.status_changed",
    { status: "connected", previous: "connecting" },
    {},
  ],
  [
    "a number that is logged out and waits for a phone",
    "channel.status_changed",
    { status: "connecting", previous: "logged_out" },
    {},
  ],
  ["a change of a paired number", "channel.updated", {}, { channel: { ...channel, quality_rating: null } }],
])("%s is nothing to Meta", (_, type, body, records) => {
  expect(write(type, body, records)).toBeNull();
});

/** The rows of the documentation's table of events, by event. */
function documented(): Map<string, string> {
  const rows = readFileSync("docs/meta-api.md", "utf8").matchAll(/^\| `([a-z_.]+)` \| `(\w+)`/gm);
  return new Map([...rows].map(([, event = "", field = ""]) => [event, field]));
}

/** What only Waypost knows of, or Meta's API for calls, which the front does not have. */
const NONE = [
  ...["message.sent", "contact.updated", "contact.erased", "commerce.order.updated", "call.missed"],
  ...[
    "call.status_update",
    "call.rejected",
    "conversation.held",
    "conversation.released",
    "conversation.filled",
  ],
  ...["conversation.note_created", "conversation.merged", "channel.logged_out", "channel.health_changed"],
  ...[
    "channel.number_changed",
    "channel.link_used",
    "budget.warned",
    "budget.exhausted",
    "approval.requested",
    "approval.decided",
  ],
];
const OF_OTHERS = /^(crm|broadcast|endpoint)\./;

test("each of our events has a form of Meta's, or is known to have none", () => {
  const rest = EVENT_TYPES.filter((type) => !Object.hasOwn(CHANGES, type) && !OF_OTHERS.test(type));
  expect(rest.toSorted()).toEqual(NONE.toSorted());
});

test("the documentation names each with its field", () => {
  expect([...documented().keys()].toSorted()).toEqual(Object.keys(CHANGES).toSorted());
});
