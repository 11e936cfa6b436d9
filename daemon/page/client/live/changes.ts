import type { QueryClient } from "@tanstack/react-query";
import { ASKED_AT_WHATSAPP, isBelow } from "../api/queries.ts";
import type { LiveEvent } from "./reader.ts";

/** What an event makes old: what is read below a path, and where it is of one thing, that which the body names. */
type Old = { path: string; id?: string; isOnlyIfNamed?: boolean };

const MESSAGES: Old = { path: "/v1/messages", id: "message_id" };
/** An edit, a deletion, or what happened without anybody writing: named by a conversation's event. */
const NAMED_MESSAGE: Old = { ...MESSAGES, isOnlyIfNamed: true };
const CONVERSATIONS: Old = { path: "/v1/conversations", id: "conversation_id" };
const CONTACTS: Old = { path: "/v1/contacts", id: "contact_id" };
const CHANNELS: Old = { path: "/v1/channels", id: "channel_id" };
const OVERVIEW: Old = { path: "/v1/overview" };
/** Of one broadcast, where its report is shown: its messages don't say which one they are of. */
const REPORTS: Old = { path: "/v1/broadcasts/{id}" };
/** All of them are counted, however few are shown. */
const COUNTS: Old = { path: "/v1/conversations/counts" };
/** Counted every few seconds, and therefore read again a while after. */
const TRAFFIC: Old = { path: "/v1/overview/history" };

/** Sums of a month, for which each delivery is little. */
const COSTS: Old = { path: "/v1/costs" };

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
type Due = { ids: Set<string>; conversations: Set<string> };

function nothingDue(): Due {
  return { ids: new Set(), conversations: new Set() };
}

/** Stands among ids for every one of them: no id is empty. */
const ALL = "";

/** Events come in bursts: what they made old is read once for all of a moment. */
const GATHER_MS = 250;
/** What counts everything is read less often: so long after what makes it old, and after it was read. */
const SLOW_MS: Readonly<Record<string, number>> = {
  [REPORTS.path]: 1000,
  [OVERVIEW.path]: 2000,
  [COUNTS.path]: 3000,
  [TRAFFIC.path]: 8000,
  [COSTS.path]: 8000,
};

/** What everybody who works here has open: while much happens, a pause after each reading. */
const REST_MS: Readonly<Record<string, number>> = { [CONVERSATIONS.path]: 2000 };

/** Of the time that goes by while much happens, one part in this many is spent on reading again. */
const SHARE = 5;

/** Makes the function that takes events, and has what they made old read again where it is shown. */
export function createChanges(client: QueryClient): (event: LiveEvent) => void {
  const due = new Map<string, Due>();
  const reading = new Set<string>();

  /** Reads again what is old below a path; what becomes old meanwhile is next, after a rest. */
  async function flush(path: string): Promise<void> {
    const wanted = due.get(path) ?? nothingDue();
    due.delete(path);
    reading.add(path);
    const startedAt = performance.now();
    await client.invalidateQueries({
      predicate: ({ queryKey }) => isOld(queryKey, path, wanted),
      // a tab that nobody sees reads when it is seen; but its title says how many wait
      refetchType: document.hidden && path !== COUNTS.path ? "none" : "active",
    });
    const took = performance.now() - startedAt;
    setTimeout(goOn, Math.max(REST_MS[path] ?? SLOW_MS[path] ?? 0, (SHARE - 1) * took), path);
  }

  function goOn(path: string): void {
    reading.delete(path);
    if (due.has(path)) void flush(path);
  }

  return ({ type, body }) => {
    for (const { path, id, isOnlyIfNamed } of oldBy(type)) {
      if (isOnlyIfNamed && body[id ?? ""] === undefined) continue;
      const { ids, conversations } = due.get(path) ?? nothingDue();
      ids.add(id === undefined ? ALL : String(body[id]));
      conversations.add(String(body.conversation_id ?? ALL));
      if (due.has(path)) continue;
      due.set(path, { ids, conversations });
      if (!reading.has(path)) setTimeout(flush, spread(SLOW_MS[path] ?? GATHER_MS), path);
    }
  };
}

/** Everybody hears of an event at once: they don't all read at once. */
function spread(ms: number): number {
  return ms * (1 + Math.random());
}

function oldBy(type: string): readonly Old[] {
  return OLD.filter(([beginning]) => type.startsWith(beginning)).flatMap(([, old]) => old);
}

/** No event makes them old: what was found is what was asked for, and who works here seldom changes. */
const ASKED_ONCE = ["/v1/messages/search", "/v1/conversations/colleagues"];
/** They begin like others, and have their own time. */
const ALONE: readonly string[] = [COUNTS.path, TRAFFIC.path, ...ASKED_ONCE];

/** A list is old, unless it is of another conversation; one thing is when it is among those that changed. */
function isOld([route, request]: readonly unknown[], path: string, { ids, conversations }: Due): boolean {
  const name = String(route).slice("GET ".length);
  if (!isBelow(String(route), path) || (ALONE.includes(name) && name !== path)) return false;
  const asked = request as { path?: { id?: string }; query?: { conversation_id?: string } } | undefined;
  const id = asked?.path?.id;
  if (id !== undefined) return ids.has(ALL) || ids.has(id);
  const conversation = asked?.query?.conversation_id;
  return conversation === undefined || conversations.has(ALL) || conversations.has(conversation);
}
