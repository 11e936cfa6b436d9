import type { Sql } from "./client.ts";
import { besideContact, type ContactRow, type IdentityKey, identityValue, shown } from "./contacts.ts";

export type ContactFilter = {
  /** Words that the contact's name, e-mail, number or external id must hold, each somewhere. */
  words?: readonly string[] | undefined;
  tag?: string | undefined;
  /** What the contact must be known by, all of it. */
  identities: readonly IdentityKey[];
  externalSource?: string | undefined;
  updatedAfter?: Date | undefined;
};

/** A contact and its place in its list, for a cursor. */
export type ListedContact = ContactRow & { place: string };

/** How many of the newest contacts a search looks at, before it asks the index. */
const WALKED = 5000;

/**
 * Contacts of an organisation after a place: the newest first; with
 * `updatedAfter`, the one that changed first is first, so that who follows
 * changes goes on from the last one. A page is read by the index of the narrowest filter.
 */
export async function listContacts(
  sql: Sql,
  organizationId: string,
  filter: ContactFilter,
  after: string | null,
  limit: number,
): Promise<ListedContact[]> {
  const query = { sql, organizationId, filter, after, limit };
  if (filter.updatedAfter !== undefined) return await changed(query, filter.updatedAfter);
  const { words, identities, tag } = filter;
  if (words === undefined || identities.length > 0 || (tag !== undefined && (await isRare(query, tag))))
    return await newest(query);
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
async function search(query: Query, words: readonly string[]): Promise<ListedContact[]> {
  const { sql, organizationId, after, limit } = query;
  const patterns = await patternsOf(sql, words);
  const older = after === null ? sql`` : sql`and contact_id < ${after}`;
  const [edge] = await sql<{ contact_id: string }[]>`
    select contact_id from contact_search
    where organization_id = ${organizationId} ${older}
    order by contact_id desc
    offset ${WALKED - 1} limit 1`;
  const near = await found(
    query,
    sql`
      select contact_id from (
        select contact_id, words from contact_search
        where organization_id = ${organizationId} ${older}
        order by contact_id desc
        limit ${WALKED}
      ) as newest
      where true ${like(sql, patterns)}`,
    limit,
  );
  if (edge === undefined || near.length === limit) return near;
  const far = await found(
    query,
    sql`
      select contact_id from contact_search
      -- not by the primary key: that would read all contacts
      where organization_id || '' = ${organizationId} and contact_id || '' < ${edge.contact_id} ${like(sql, patterns)}`,
    limit - near.length,
  );
  return [...near, ...far];
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

/** Each for itself: the index can't be asked for all of an array. */
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
