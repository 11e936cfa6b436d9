import type { Sql } from "../connection/client.ts";
import { type Walked, type WalkedList, walk } from "../lists/walk.ts";
import { besideContact, type ContactRow, type IdentityKey, identityValue, shown } from "./contacts.ts";

export type ContactFilter = {
  /** Words that the contact's name, e-mail, number or external id must hold, each somewhere. */
  words?: readonly string[] | undefined;
  tag?: string | undefined;
  /** Identities that the contact must have, all of them. */
  identities: readonly IdentityKey[];
  externalSource?: string | undefined;
  updatedAfter?: Date | undefined;
};

/** A contact and its place in its list, for a cursor. */
export type ListedContact = ContactRow & { place: string };

/** How many of the newest contacts a search looks at, before it asks the index. */
const WALKED = 5000;
/** A search that leaves at most this many contacts can be sorted for one page. */
const FEW = 1000;

/**
 * Contacts of an organisation after a place: the newest first; with
 * `updatedAfter`, the one that changed first is first, so that a follower of changes continues from the last one. A
 * page is read by the index of the narrowest filter, and searched as far as time allows.
 */
export async function listContacts(
  sql: Sql,
  organizationId: string,
  filter: ContactFilter,
  after: string | null,
  limit: number,
): Promise<Walked<ListedContact>> {
  const query = { sql, organizationId, filter, after, limit };
  if (filter.updatedAfter !== undefined)
    return { rows: await changed(query, filter.updatedAfter), end: null };
  const { words, identities, tag } = filter;
  if (words === undefined || identities.length > 0 || (tag !== undefined && (await isRare(query, tag))))
    return { rows: await newest(query), end: null };
  return await search(query, words);
}

type Query = {
  sql: Sql;
  organizationId: string;
  filter: ContactFilter;
  after: string | null;
  limit: number;
};

/** Whether so few contacts have a tag that each can be looked at. */
async function isRare({ sql, organizationId }: Query, tag: string): Promise<boolean> {
  const rows = await sql`
    select from contact_tags where organization_id = ${organizationId} and name = ${tag}
    order by contact_id offset ${WALKED} limit 1`;
  return rows.length === 0;
}

async function newest(query: Query): Promise<ListedContact[]> {
  const { sql, organizationId, filter, after, limit } = query;
  const [identity] = filter.identities;
  const source =
    identity !== undefined
      ? sql`contact_identities as source ${contactOfSource(query)}
          where source.type = ${identity.type} and source.source = ${identity.source ?? ""}
            and source.value = ${identityValue(sql, identity)}`
      : filter.tag !== undefined
        ? sql`contact_tags as source ${contactOfSource(query)} where source.name = ${filter.tag}`
        : null;
  if (source === null) {
    return await sql<ListedContact[]>`
      select ${shown(sql)}, contact.id as place
      from contacts as contact ${besideContact(sql)}
      where contact.organization_id = ${organizationId} ${matching(query)}
        ${after === null ? sql`` : sql`and contact.id < ${after}`}
      order by contact.id desc
      limit ${limit}`;
  }
  return await sql<ListedContact[]>`
    select ${shown(sql)}, contact.id as place
    from ${source} and source.organization_id = ${organizationId} ${matching(query)}
      ${after === null ? sql`` : sql`and source.contact_id < ${after}`}
    order by source.contact_id desc
    limit ${limit}`;
}

function contactOfSource(query: Query) {
  const { sql } = query;
  return sql`cross join lateral (${contactOf(query, sql`source.contact_id`)}) as contact ${besideContact(sql)}`;
}

async function changed(query: Query, since: Date): Promise<ListedContact[]> {
  const { sql, organizationId, after, limit } = query;
  const [time = "", id = ""] = after?.split("|") ?? [];
  return await sql<ListedContact[]>`
    select ${shown(sql)}, contact.updated_at::text || '|' || contact.id as place
    from contacts as contact ${besideContact(sql)}
    where contact.organization_id = ${organizationId}
      ${
        after === null
          ? sql`and contact.updated_at > ${since}`
          : sql`and (contact.updated_at, contact.id) > (${time}::text::timestamptz, ${id})`
      }
      ${matching(query)}
    order by contact.updated_at, contact.id
    limit ${limit}`;
}

/**
 * Looks at the newest contacts first: what many have is found there. Only what
 * few have is left to the index of trigrams, which can't give the newest first.
 */
async function search(query: Query, words: readonly string[]): Promise<Walked<ListedContact>> {
  const { sql, after, limit } = query;
  const patterns = await patternsOf(sql, words);
  const edge = await edgeOf(query, after, WALKED);
  const near = await foundBetween(query, patterns, { from: after, to: edge }, limit);
  if (edge === null || near.length === limit) return { rows: near, end: null };
  const few = await fewBefore(query, patterns, edge);
  const rest = limit - near.length;
  const ids: ReturnType<Sql> = sql`select unnest(${few ?? []}::text[]) as contact_id`;
  if (few !== null) return { rows: [...near, ...(await found(query, ids, rest))], end: null };
  const { rows, end } = await walk(searched(query, patterns), edge, rest);
  return { rows: [...near, ...rows], end };
}

/** All contacts that can be searched, as they are looked through. */
const searched = (query: Query, patterns: readonly string[]): WalkedList<ListedContact> => ({
  edge: (from, places) => edgeOf(query, from, places),
  read: (from, to, limit) => foundBetween(query, patterns, { from, to }, limit),
});

async function edgeOf(
  { sql, organizationId }: Query,
  from: string | null,
  places: number,
): Promise<string | null> {
  const [row] = await sql<{ contact_id: string }[]>`
    select contact_id from contact_search
    where organization_id = ${organizationId} ${from === null ? sql`` : sql`and contact_id < ${from}`}
    order by contact_id desc
    offset ${places - 1} limit 1`;
  return row?.contact_id ?? null;
}

/** Those between two places, each of which is looked at. */
async function foundBetween(
  query: Query,
  patterns: readonly string[],
  { from, to }: { from: string | null; to: string | null },
  limit: number,
): Promise<ListedContact[]> {
  const { sql, organizationId } = query;
  return await found(
    query,
    sql`
      select contact_id from (
        select contact_id, words from contact_search
        where organization_id = ${organizationId}
          ${from === null ? sql`` : sql`and contact_id < ${from}`} ${to === null ? sql`` : sql`and contact_id >= ${to}`}
        order by contact_id desc
        limit ${WALKED}
      ) as looked_at
      where true ${like(sql, patterns)}`,
    limit,
  );
}

/** All that are older than a contact, by the index of trigrams; null when there are many. */
async function fewBefore(
  { sql, organizationId }: Query,
  patterns: readonly string[],
  edge: string,
): Promise<string[] | null> {
  const rows = await sql<{ contact_id: string }[]>`
    -- planned as if all were wanted, and read as far as the limit
    with matching as materialized (
      select contact_id from contact_search
      -- not by the primary key: that would read all contacts
      where organization_id || '' = ${organizationId} and contact_id || '' < ${edge} ${like(sql, patterns)}
    )
    select contact_id from matching limit ${FEW + 1}`;
  return rows.length > FEW ? null : rows.map(({ contact_id }) => contact_id);
}

/** The newest of the contacts whose ids a query gives. */
async function found(query: Query, ids: ReturnType<Sql>, limit: number): Promise<ListedContact[]> {
  const { sql, filter } = query;
  return await sql<ListedContact[]>`
    with found as materialized (${ids})
    select ${shown(sql)}, contact.id as place
    from (select contact_id from found order by contact_id desc) as found
    cross join lateral (${contactOf(query, sql`found.contact_id`)}) as contact ${besideContact(sql)}
    where true ${matching({ ...query, filter: { ...filter, words: undefined } })}
    order by found.contact_id desc
    limit ${limit}`;
}

async function patternsOf(sql: Sql, words: readonly string[]): Promise<string[]> {
  const [row] = await sql<{ patterns: string[] }[]>`
    select search_patterns(${words as string[]}::text[]) as patterns`;
  return row?.patterns ?? [];
}

/** One condition each: the index can't find all of an array. */
function like(sql: Sql, patterns: readonly string[]) {
  return sql`${patterns.map((pattern) => sql`and words like ${pattern}`)}`;
}

/** Lateral with a limit: a look-up by key, whatever the statistics say. */
function contactOf({ sql, organizationId }: Query, id: ReturnType<Sql>) {
  return sql`select * from contacts as one where one.organization_id = ${organizationId} and one.id = ${id} limit 1`;
}

/** Scalar with a limit: looked up by key of each contact that is read, and never turned into a join. */
function matching({ sql, organizationId, filter }: Query) {
  const { words, tag, identities, externalSource } = filter;
  return sql`
    ${externalSource === undefined ? sql`` : sql`and contact.external_source = ${externalSource}`}
    ${
      tag === undefined
        ? sql``
        : sql`and (
            select true from contact_tags as known
            where known.organization_id = ${organizationId} and known.name = ${tag} and known.contact_id = contact.id
            limit 1
          )`
    }
    ${identities.length === 0 ? sql`` : identities.map((identity) => heldBy({ sql, organizationId }, identity))}
    ${
      words === undefined
        ? sql``
        : sql`and (
            select known.words like all (search_patterns(${words as string[]}::text[])) from contact_search as known
            where known.organization_id = ${organizationId} and known.contact_id = contact.id
            limit 1
          )`
    }`;
}

function heldBy({ sql, organizationId }: Pick<Query, "sql" | "organizationId">, identity: IdentityKey) {
  return sql`and (
    select known.contact_id = contact.id from contact_identities as known
    where known.organization_id = ${organizationId} and known.type = ${identity.type}
      and known.source = ${identity.source ?? ""} and known.value = ${identityValue(sql, identity)}
    limit 1
  )`;
}
