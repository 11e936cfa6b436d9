import type { Sql } from "../connection/client.ts";
import type { ChargeInput, ReachedTier } from "../costs/message-price.ts";
import type { WhatsAppWebMessageRow } from "../whatsapp-web/messages.ts";
import type { ArchivedInput, LabelsInput } from "./on-phone.ts";
import type { MissedInput, ReceivedInput, RevisionInput, StatusInput } from "./webhooks.ts";

/** How long a claim is good without a word of its daemon, by the database's clock. */
const LEASE_MS = 15_000;

/** A call of a provider that waits to be processed. */
export type StoredWebhook = { id: number; route: string; provider: string; body: string; attempts: number };

/** Routes that are one daemon's to process for a while, and the first calls of each, in the order they came. */
export type Claim = { holder: string; routes: string[]; webhooks: StoredWebhook[] };

/** Takes routes in which something waits, with `most` calls or a few more; null when there is nothing to take. */
export async function claimInbound(sql: Sql, holder: string, most: number): Promise<Claim | null> {
  const rows = await sql<(Omit<StoredWebhook, "id"> & { id: number | null })[]>`
    select route, id, provider, body, attempts
    from claim_inbound(${holder}, ${most}, make_interval(secs => ${LEASE_MS / 1000}))`;
  if (rows.length === 0) return null;
  const routes = [...new Set(rows.map(({ route }) => route))];
  return { holder, routes, webhooks: rows.filter((row): row is StoredWebhook => row.id !== null) };
}

type Given<Kind extends string, Value> = { kind: Kind; given: Value };
type OfOrganization = { organization_id: string };
type OfChannel = OfOrganization & { channel_id: string };
type Identity = { type: string; value: string };

/** What the platform says of a number, as `channel_alert_event` takes it. */
type AlertInput = Record<"type" | "severity" | "text", string> &
  Record<"advice" | "description", string | null>;

/** The new state of a channel; undefined fields stay. */
export type ChannelNewsInput = {
  status?: string | undefined;
  status_reason?: string | null | undefined;
  quality_rating?: string | undefined;
  messaging_limit?: string | undefined;
  /** Nothing is sent before this; null lets it continue. */
  stopped_until?: Date | null | undefined;
  /** Nothing is sent to people who never wrote before this, and why; null lets it continue. */
  new_contacts_until?: Date | null | undefined;
  new_contacts_reason?: string | undefined;
  /** Members of `NewChats`, and `said_at`; added to those that are known. */
  new_chats?: object | undefined;
  /** Messages a second that the platform allows. */
  per_second?: number | undefined;
  international?: string | undefined;
};

/** A webhook's notice about one template of an account; undefined fields stay. */
export type TemplateNewsInput = {
  waba_id: string;
  provider_id: string;
  name: string;
  language: string;
  status?: string | undefined;
  rejected_reason?: string | null | undefined;
  flag?: string | undefined;
  quality?: string | undefined;
  category?: string | undefined;
};

/** A step of a voice call; each name and status is reported once. */
export type CallInput = Identity & {
  call_id: string;
  remembered: string;
  direction: "inbound" | "outbound";
  status: string;
  seconds: number | null;
  /** Of calls that a paired number missed or rejected. */
  unanswered?: { user_id: string | null; group_id: string | null } | undefined;
  at: Date;
};

/** Another holds the conversation with a person: see change_holder in db/conversations/handover.sql. */
export type HandoverInput = {
  id: string;
  provider_message_id: string;
  identity_type: string;
  identity_value: string;
  holder: string;
  cause: string;
  note: string | null;
  summary: string | null;
  /** The user or API key that asked for it; null of what Meta reports. */
  by: string | null;
  /** JSON text. */
  content: string;
  /** JSON text of what the rules of the inbox mean for it; see db/inbound/inbox-rules.sql. */
  rules: string | null;
  at: Date;
};

/** What happened in a conversation without anybody writing. */
export type NoticeInput = {
  id: string;
  provider_message_id: string;
  direction: "inbound" | "outbound";
  identity_type: string;
  identity_value: string;
  participant: string | null;
  /** JSON text. */
  content: string;
  /** The group's new subject. */
  name: string | null;
  /** They have a contact and a conversation from now on. */
  opens: boolean;
  at: Date;
};

/** One thing that db/inbound/write.sql writes. */
export type InboundWrite =
  | (OfChannel & Given<"statuses", StatusInput[]>)
  /** Carried out after all others: it locks what other numbers count in, too. */
  | Given<"costs", ChargeInput[]>
  | (OfOrganization & Given<"tier", ReachedTier>)
  | (OfChannel & Given<"messages", ReceivedInput[]>)
  | (OfChannel & Given<"originals", (WhatsAppWebMessageRow & { phone: string | null })[]>)
  | (OfChannel & Given<"revision", RevisionInput>)
  | (OfChannel &
      Given<"move", { provider_message_id: string; remembered: string; from: Identity[]; to: Identity[] }>)
  | (OfChannel & Given<"channel", ChannelNewsInput>)
  | (OfChannel & Given<"alert", AlertInput>)
  | (OfChannel & Given<"username", { username: string | null; status: string }>)
  | (OfOrganization & Given<"pairs", { lid: string; phone: string }[]>)
  | (OfOrganization & Given<"same", (Identity & { other_type: string; other_value: string })[]>)
  | (OfOrganization &
      Given<
        "known",
        { phone: string | null; lid: string | null; bsuid: string | null; name: string | null }[]
      >)
  | (OfChannel & Given<"notices", NoticeInput[]>)
  | (OfChannel & Given<"missed", MissedInput[]>)
  | (OfChannel & Given<"group_report", { id: string; answer: string }>)
  | (OfChannel & Given<"handover", HandoverInput>)
  | (OfChannel & Given<"call", CallInput>)
  | (OfChannel & Given<"seen", string[]>)
  | (OfChannel & Given<"archived", ArchivedInput[]>)
  | (OfChannel & Given<"labels", LabelsInput>)
  /** The errors are JSON text. */
  | (OfChannel & Given<"unserved", { provider_message_id: string; error: string }[]>)
  | (OfChannel & Given<"preference", Identity & { wants_marketing: boolean; at: Date }>)
  | (OfOrganization & Given<"template", TemplateNewsInput>);

/** The routes of a claim, and who holds them. */
export type HeldRoutes = { holder: string; routes: readonly string[] };

/**
 * Writes what the calls reported, all or nothing, and removes those that are done with;
 * releases the routes when `release`. Throws when the claim was lost, see `isClaimLost`.
 */
export async function writeInbound(
  sql: Sql,
  { holder, routes }: HeldRoutes,
  writes: readonly InboundWrite[],
  { done = [], release = false }: { done?: readonly number[]; release?: boolean } = {},
): Promise<void> {
  await sql`
    select write_inbound(${holder}, ${routes as string[]}, ${JSON.stringify(costsLast(writes))}::text::json,
      ${done as number[]}::bigint[], ${release}, make_interval(secs => ${LEASE_MS / 1000}))`;
}

/**
 * Writes what came in on routes in which nothing waits, all or nothing, without storing it first. Returns false, having
 * written nothing, when one of the routes is not free.
 */
export async function writeAtOnce(
  sql: Sql,
  routes: readonly string[],
  writes: readonly InboundWrite[],
): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select write_at_once(${routes as string[]}, ${JSON.stringify(costsLast(writes))}::text::json) as done`;
  return row?.done === true;
}

/** The same, with all that is learned of costs in one write at the end. */
function costsLast(writes: readonly InboundWrite[]): readonly InboundWrite[] {
  const charges = writes.flatMap((write) => (write.kind === "costs" ? write.given : []));
  const others = writes.filter(({ kind }) => kind !== "costs");
  return charges.length === 0 ? writes : [...others, { kind: "costs", given: charges }];
}

/** Whether a write came too late because another daemon has taken over. */
export function isClaimLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "WPL01";
}

/**
 * Releases a route that can't be processed now; it is retried after a pause that grows to a
 * minute. `blamed` is the call that is itself at fault. Returns how often in a row that was.
 */
export async function pauseRoute(
  sql: Sql,
  holder: string,
  route: string,
  blamed: number | null,
): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    select pause_route(${holder}, ${route}, ${blamed}::bigint) as failures`;
  return row?.failures ?? 0;
}

/** The organisation and channel of a call that is set aside; null when it names no channel, or several. */
export type Belonging = { organizationId: string | null; channelId: string | null };

/** Sets a call aside, out of the way of the others, with the reason. Returns the name it goes by. */
export async function setWebhookAside(
  sql: Sql,
  holder: string,
  { id, route }: Pick<StoredWebhook, "id" | "route">,
  reason: string,
  { organizationId, channelId }: Belonging,
): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select set_webhook_aside(${holder}, ${route}, ${id}, ${reason}, ${organizationId}, ${channelId}) as name`;
  return row?.name ?? "";
}

/** How much waits to be processed and is set aside, each counted up to 100,000, and for how long the oldest waits. */
export type InboundBacklog = {
  waiting: number;
  oldest_at: Date | null;
  /** By the database's clock; 0 when nothing waits. */
  oldest_seconds: number;
  failed: number;
};

export async function inboundBacklog(sql: Sql): Promise<InboundBacklog> {
  const [row] = await sql<InboundBacklog[]>`
    select waiting, oldest_at, failed,
      coalesce(extract(epoch from clock_timestamp() - oldest_at), 0)::float as oldest_seconds
    from inbound_backlog()`;
  return row ?? { waiting: 0, oldest_at: null, oldest_seconds: 0, failed: 0 };
}

/** Forgets routes in which nothing waits, such as those of channels that are gone; they are made again when something comes. */
export async function forgetRoutes(sql: Sql): Promise<void> {
  await sql`
    delete from inbound_routes where route = any (array(
      select known.route from inbound_routes as known
      where known.claim is null and not exists (
        select from provider_webhooks as call where call.route = known.route and call.error is null
      )
      for update of known skip locked
    ))`;
}
