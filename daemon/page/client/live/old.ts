import { ASKED_AT_WHATSAPP, isBelow } from "../api/queries.ts";
import type { LiveEvent } from "./reader.ts";

/** What an event makes old: what is read below a path, and where it is of one thing, that which the body names. */
type Old = { path: string; id?: string; isOnlyIfNamed?: boolean };

const MESSAGES: Old = { path: "/v1/messages", id: "message_id" };
/** An edit, a deletion, or what happened without anybody writing: named by a conversation's event. */
const NAMED_MESSAGE: Old = { ...MESSAGES, isOnlyIfNamed: true };
export const CONVERSATIONS: Old = { path: "/v1/conversations", id: "conversation_id" };
const CONTACTS: Old = { path: "/v1/contacts", id: "contact_id" };
const CHANNELS: Old = { path: "/v1/channels", id: "channel_id" };
export const OVERVIEW: Old = { path: "/v1/overview" };
/** Of one broadcast, where its report is shown: its messages don't say which one they are of. */
export const REPORTS: Old = { path: "/v1/broadcasts/{id}" };
/** All of them are counted, however few are shown. */
export const COUNTS: Old = { path: "/v1/conversations/counts" };
/** Counted every few seconds, and therefore read again a while after. */
export const TRAFFIC: Old = { path: "/v1/overview/history" };

/** Sums of a month, for which each delivery is little. */
export const COSTS: Old = { path: "/v1/costs" };

/** By the beginning of an event's type. A new noun is a line. */
const OLD: readonly [type: string, old: readonly Old[]][] = [
  ["message.", [MESSAGES, CONVERSATIONS, COUNTS, REPORTS, OVERVIEW, TRAFFIC, COSTS]],
  ["conversation.", [CONVERSATIONS, COUNTS, CONTACTS]],
  ["conversation.updated", [NAMED_MESSAGE]],
  ["channel.", [CHANNELS, OVERVIEW]],
  ["channel.alerted", [{ path: "/v1/events" }]],
  ["channel.username_changed", [{ path: ASKED_AT_WHATSAPP, id: "channel_id" }]],
  // quick replies are filled for somebody
  ["contact.", [CONTACTS, CONVERSATIONS, { path: "/v1/quick_replies" }]],
  ["broadcast.", [{ path: "/v1/broadcasts", id: "broadcast_id" }]],
  ["approval.", [{ path: "/v1/approvals", id: "approval_id" }]],
  ["budget.", [{ path: "/v1/budgets", id: "budget_id" }]],
  ["template.", [{ path: "/v1/templates", id: "template_id" }]],
  ["endpoint.", [{ path: "/v1/settings/developer/webhooks" }, OVERVIEW]],
  ["commerce.order.", [{ path: "/v1/orders", id: "order_id" }]],
  ["crm.import.", [{ path: "/v1/contacts/imports", id: "import_id" }, { path: "/v1/contacts" }]],
  ["crm.record.", [{ path: CONTACTS.path, id: "record_id" }]],
  // which say who the person is, or was
  ["crm.record.deleted", [{ path: CONVERSATIONS.path }]],
  ["crm.", [{ path: "/v1/crm" }]],
];

/** What events made old below a path: of which things, and in which conversations. */
export type Due = { ids: Set<string>; conversations: Set<string> };

export function nothingDue(): Due {
  return { ids: new Set(), conversations: new Set() };
}

/** Stands among ids for every one of them: no id is empty. */
const ALL = "";

/** Adds what an event makes old, by paths, to what others did; returns the paths below which nothing was old before. */
export function addOld(due: Map<string, Due>, { type, body }: LiveEvent): string[] {
  const added: string[] = [];
  for (const { path, id, isOnlyIfNamed } of oldBy(type)) {
    if (isOnlyIfNamed && body[id ?? ""] === undefined) continue;
    if (!due.has(path)) added.push(path);
    const known = due.get(path) ?? nothingDue();
    known.ids.add(id === undefined ? ALL : String(body[id]));
    known.conversations.add(String(body.conversation_id ?? ALL));
    due.set(path, known);
  }
  return added;
}

function oldBy(type: string): readonly Old[] {
  return OLD.filter(([beginning]) => type.startsWith(beginning)).flatMap(([, old]) => old);
}

/** No event makes them old: what was found is what was asked for, and who works here seldom changes. */
const ASKED_ONCE = ["/v1/messages/search", "/v1/conversations/colleagues"];
/** They begin like others, and have their own time. */
const ALONE: readonly string[] = [COUNTS.path, TRAFFIC.path, ...ASKED_ONCE];

/** A list is old, unless it is of another conversation; one thing is when it is among those that changed. */
export function isOld(
  [route, request]: readonly unknown[],
  path: string,
  { ids, conversations }: Due,
): boolean {
  const name = String(route).slice("GET ".length);
  if (!isBelow(String(route), path) || (ALONE.includes(name) && name !== path)) return false;
  const asked = request as { path?: { id?: string }; query?: { conversation_id?: string } } | undefined;
  const id = asked?.path?.id;
  if (id !== undefined) return ids.has(ALL) || ids.has(id);
  const conversation = asked?.query?.conversation_id;
  return conversation === undefined || conversations.has(ALL) || conversations.has(conversation);
}
