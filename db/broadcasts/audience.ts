import type { Queryable, Sql } from "../connection/client.ts";
import { type ContactFilter, listContacts } from "../contacts/lists.ts";
import type { Address } from "../messages/recipients.ts";

/** Whom a broadcast is for; exactly one is given. */
export type Audience = {
  listId?: string;
  tags?: { any?: readonly string[]; all?: readonly string[]; none?: readonly string[] };
  filter?: ContactFilter;
  contactIds?: readonly string[];
  importId?: string;
};

/** Some of an audience, and where to continue; null at the end. */
export type AudiencePage = { contactIds: string[]; next: string | null };

type Query = { sql: Sql; organizationId: string; after: string | null; limit: number };

/** Reads the ids of the next contacts of an audience, at most so many, each once in all pages. */
export async function readAudience(query: Query, audience: Audience): Promise<AudiencePage> {
  const { listId, tags, filter, contactIds, importId } = audience;
  if (filter !== undefined) return await filtered(query, filter);
  if (contactIds !== undefined) return named(query, contactIds);
  if (listId !== undefined) return paged(query, await onList(query, listId));
  if (importId !== undefined) return paged(query, await imported(query, importId));
  return paged(query, await tagged(query, tags ?? {}));
}

type Found = { contact_id: string }[];

function paged({ limit }: Query, rows: Found): AudiencePage {
  const contactIds = rows.map((row) => row.contact_id);
  return { contactIds, next: rows.length < limit ? null : (contactIds.at(-1) ?? null) };
}

async function filtered(
  { sql, organizationId, after, limit }: Query,
  filter: ContactFilter,
): Promise<AudiencePage> {
  const { rows, end } = await listContacts(sql, organizationId, filter, after, limit);
  return {
    contactIds: rows.map((row) => row.id),
    next: rows.length === limit ? (rows.at(-1)?.place ?? null) : end,
  };
}

function named({ after, limit }: Query, ids: readonly string[]): AudiencePage {
  const from = after === null ? 0 : Number(after);
  const to = from + limit;
  return { contactIds: ids.slice(from, to), next: to < ids.length ? String(to) : null };
}

async function onList({ sql, organizationId, after, limit }: Query, listId: string): Promise<Found> {
  return await sql<Found>`
    select entry.record_id as contact_id from crm_list_entries as entry
    where entry.organization_id = ${organizationId} and entry.list_id = ${listId}
      ${after === null ? sql`` : sql`and entry.record_id > ${after}`}
    order by entry.record_id
    limit ${limit}`;
}

async function imported({ sql, organizationId, after, limit }: Query, importId: string): Promise<Found> {
  return await sql<Found>`
    select known.contact as contact_id from import_contacts as known
    where known.organization_id = ${organizationId} and known.import_id = ${importId}
      ${after === null ? sql`` : sql`and known.contact > ${after}`}
    order by known.contact
    limit ${limit}`;
}

/** Those of some ids that no contact has, nor one that became part of another. */
export async function unknownContacts(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select wanted.id from unnest(${ids as string[]}::text[]) as wanted (id)
    where current_contact(${organizationId}, wanted.id) is null`;
  return rows.map(({ id }) => id);
}

/** `missing`: the import failed, was too long ago, or there is none. */
export type ImportState = "imported" | "running" | "missing";

/** Whether a file was imported and it is still known whom it held, or it is on its way. */
export async function importFor(
  sql: Queryable,
  organizationId: string,
  importId: string,
): Promise<ImportState> {
  const [row] = await sql<{ is_over: boolean }[]>`
    select status = 'completed' as is_over from imports
    where organization_id = ${organizationId} and id = ${importId} and not dry_run and (
      status in ('queued', 'running') or status = 'completed' and finished_at > now() - interval '7 days'
    )`;
  if (row === undefined) return "missing";
  return row.is_over ? "imported" : "running";
}

/** By the tags of which one is enough, else by one that all have, else of all contacts. */
async function tagged(
  query: Query,
  { any, all = [], none = [] }: NonNullable<Audience["tags"]>,
): Promise<Found> {
  const { sql, organizationId, after, limit } = query;
  const source = any ?? all.slice(0, 1);
  const behind = (column: ReturnType<Sql>) => (after === null ? sql`` : sql`and ${column} > ${after}`);
  const labelled = sql`
    from unnest(${source as string[]}::text[]) as wanted (name)
    cross join lateral (
      select tag.contact_id from contact_tags as tag
      where tag.organization_id = ${organizationId} and tag.name = wanted.name ${behind(sql`tag.contact_id`)}
        ${has(query, sql`tag.contact_id`, all, none)}
      order by tag.contact_id
      limit ${limit}
    ) as found`;
  if (source.length > 0)
    return await sql<Found>`
      select distinct found.contact_id ${labelled} order by found.contact_id limit ${limit}`;
  return await sql<Found>`
    select contact.id as contact_id from contacts as contact
    where contact.organization_id = ${organizationId} ${behind(sql`contact.id`)}
      ${has(query, sql`contact.id`, all, none)}
    order by contact.id
    limit ${limit}`;
}

/** Scalar with a limit: looked up by key of each contact that is read, and never turned into a join. */
function has(
  { sql, organizationId }: Query,
  contact: ReturnType<Sql>,
  all: readonly string[],
  none: readonly string[],
) {
  const tag = (name: string) => sql`(
    select true from contact_tags as held
    where held.organization_id = ${organizationId} and held.name = ${name} and held.contact_id = ${contact}
    limit 1
  )`;
  const conditions = [
    sql`true`,
    ...all.map((name) => tag(name)),
    ...none.map((name) => sql`${tag(name)} is not true`),
  ];
  return conditions.map((condition) => sql`and ${condition}`);
}

/** A contact as a broadcast sees it. */
export type AudienceContact = {
  id: string;
  phone_number: string | null;
  name: string | null;
  email: string | null;
  external_id: string | null;
  /** JSON text. */
  custom_fields: string;
  /** Where they are reached from the channel. */
  addresses: Address[];
  /** Why they may not be written to; null when they may. */
  suppression: string | null;
  /** Their consent for WhatsApp is granted, and not over. */
  has_consent: boolean;
  /**
   * Whether their number has an account, as far as the channel knows; `absent` was asked within the hour,
   * `absent_before` earlier. Null where it was not asked.
   */
  account: "there" | "absent" | "absent_before" | null;
  /** An advertisement pays for what is sent to them then, whichever of the channels sends it. */
  is_free: boolean;
};

/** When people are sent to, and which channels may do so. */
export type SentBy = { at: Date; channelIds: readonly string[] };

export type ContactsQuery = {
  organizationId: string;
  channelId: string;
  /** The channel can ask whether numbers have an account. */
  asksAhead: boolean;
  isMarketing: boolean;
  /** Only contacts that were there then; null is all. */
  before: Date | null;
  /** Null where it makes no difference who came by an advertisement. */
  sentBy: SentBy | null;
};

/** The contacts of these ids, or of those that they became part of, in the same order; without those that are gone. */
export async function readAudienceContacts(
  sql: Queryable,
  { organizationId, channelId, asksAhead, isMarketing, before, sentBy }: ContactsQuery,
  ids: readonly string[],
): Promise<AudienceContact[]> {
  return await sql<AudienceContact[]>`
    select contact.id, contact.phone_number, contact.name, contact.email, contact.external_id, contact.custom_fields,
      -- mostly the number that they show, which every platform takes before anything else
      case when contact.phone_number is null then address_list(${organizationId}, contact.id, ${channelId})
        else json_build_array(json_build_object(
          'type', 'phone', 'value', substr(contact.phone_number, 2), 'user_id', null, 'is_foreign', false
        ))
      end as addresses,
      suppression_of(${organizationId}, contact.id, ${isMarketing}) as suppression,
      exists (
        select from contact_consents as known
        where known.organization_id = ${organizationId} and known.contact_id = contact.id
          and known.channel = 'whatsapp' and known.state = 'granted'
          and (known.expires_at is null or known.expires_at > now())
      ) as has_consent,
      ${asksAhead ? sql`account_of(${organizationId}, ${channelId}, substr(contact.phone_number, 2))` : sql`null::text`} as account,
      ${sentBy === null ? sql`false` : isFree(sql, organizationId, sentBy)} as is_free
    from unnest(${ids as string[]}::text[]) with ordinality as wanted (id, place)
    cross join lateral (
      select * from contacts as one
      where one.organization_id = ${organizationId} and one.id = current_contact(${organizationId}, wanted.id)
      limit 1
    ) as contact
    ${before === null ? sql`` : sql`where contact.created_at <= ${before}`}
    order by wanted.place`;
}

function isFree(sql: Queryable, organizationId: string, { at, channelIds }: SentBy) {
  return sql`(
    select bool_and(coalesce(conversation.is_free, false))
    from unnest(${channelIds as string[]}::text[]) as sender (channel_id)
    left join lateral (
      select is_free_at(known, ${at}) as is_free from conversations as known
      where known.organization_id = ${organizationId} and known.channel_id = sender.channel_id
        and known.contact_id = contact.id
      limit 1
    ) as conversation on true
  )`;
}
