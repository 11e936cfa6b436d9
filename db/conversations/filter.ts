import type { Queryable } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { isContacted } from "./conversations.ts";
import { isUnread, sinceOf } from "./unread.ts";

export type ConversationFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  contactId?: string | undefined;
  status?: string | undefined;
  /** A user's id; null is nobody. */
  assigneeId?: string | null | undefined;
  /** A team's id; null is none. */
  teamId?: string | null | undefined;
  /** Only those of teams that this user is in. */
  ofTeamsOf?: string | undefined;
  /** Only those that this user may be handed: of their teams, or of none. */
  openTo?: string | undefined;
  tag?: string | undefined;
  /** Words that the contact's name, e-mail, number or external id must hold, each somewhere. */
  words?: readonly string[] | undefined;
  /** Only those that the reader has not read to the end. */
  unread?: boolean | undefined;
  /** Only those whose contact waits for an answer; false: only others. */
  unanswered?: boolean | undefined;
  /** Only those that the business holds, or Meta's agent. */
  handledBy?: "business" | "agent" | undefined;
  /** Only those that somebody holds; false: only others. */
  held?: boolean | undefined;
  /** Only those that nobody else holds than this user. */
  freeFor?: string | undefined;
  /** Only snoozed ones; false: only others. */
  snoozed?: boolean | undefined;
  /** Only those in which only broadcasts and programs have written; false: only others. */
  contacted?: boolean | undefined;
  /** Only archived ones; false: only others. */
  archived?: boolean | undefined;
  updatedAfter?: Date | undefined;
};

/** A query of conversations, and its reader. */
export type Query = { sql: Queryable; organizationId: string; reader: string; filter: ConversationFilter };

/** So few that the newest message of each can be looked up for one page. */
export const FEW = 200;
/** Of what is unread so many: it may be far behind what is read, and would be walked to for long. */
const FEW_UNREAD = 2000;

/** The conversations that one of the conditions leaves, when it leaves few; null when all leave many. */
export async function narrowed(query: Query): Promise<string[] | null> {
  return (
    (await narrowedByColumns(query)) ??
    (query.filter.unread === true ? await unreadOnes(query, FEW_UNREAD) : null)
  );
}

async function narrowedByColumns(query: Query): Promise<string[] | null> {
  const { sql, organizationId, filter } = query;
  const { contactId, assigneeId, status, tag, channelId, channelIds, snoozed, handledBy, held } = filter;
  const { teamId, ofTeamsOf } = filter;
  const channels = channelId === undefined ? channelIds : [channelId];
  const named = await contactsNamed(query);
  const conditions = [
    contactId === undefined ? null : sql`contact_id = ${contactId}`,
    named === null ? null : sql`contact_id = any (${named})`,
    // nobody's may be most of them
    assigneeId === undefined || assigneeId === null ? null : sql`assignee_id = ${assigneeId}`,
    teamId === undefined || teamId === null ? null : sql`team_id = ${teamId}`,
    ofTeamsOf === undefined ? null : sql`team_id = any ${teamsOf(query, ofTeamsOf)}`,
    tag === undefined
      ? null
      : sql`id in (
          select conversation_id from conversation_tags
          where organization_id = ${organizationId} and name = ${tag} limit ${FEW + 1}
        )`,
    status === "closed" ? isStatus(sql, status) : null,
    status === "snoozed" || snoozed === true ? isStatus(sql, "snoozed") : null,
    handledBy === "agent" ? sql`handled_by is not null` : null,
    held === true ? sql`(held_until is not null or handled_by is not null)` : null,
    channels === null ? null : sql`channel_id = any (${channels as string[]})`,
  ];
  for (const condition of conditions) {
    if (condition === null) continue;
    const rows = await sql<{ id: string }[]>`
      select id from conversations where organization_id = ${organizationId} and ${condition} limit ${FEW + 1}`;
    if (rows.length <= FEW) return rows.map(({ id }) => id);
  }
  return null;
}

/** The conversations that the reader has not read to the end; null when they are more than `most`. */
export async function unreadOnes(
  { sql, organizationId, reader }: Query,
  most: number,
): Promise<string[] | null> {
  const rows = await sql<{ id: string }[]>`
    select conversation_id as id from conversation_reads
    where organization_id = ${organizationId} and reader = ${reader} and unread
    union all
    select id from conversations
    where organization_id = ${organizationId} and opened_at is null
      and last_inbound_on >= (${sinceOf(sql, organizationId, reader)} at time zone 'UTC')::date
    limit ${most + 1}`;
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** The conversations whose contact waits for an answer, among those that are not closed; null when they are more than `most`. */
export async function waitingOnes({ sql, organizationId }: Query, most: number): Promise<string[] | null> {
  const rows = await sql<{ id: string }[]>`
    select id from conversations
    where organization_id = ${organizationId} and status <> 'closed' and waiting_since is not null
    limit ${most + 1}`;
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** What the columns leave, such as those in which only broadcasts and programs have written; null when they are more than `most`. */
export async function byColumns(query: Query, most: number): Promise<string[] | null> {
  const { sql, organizationId } = query;
  const rows = await sql<{ id: string }[]>`
    select conversation.id from conversations as conversation
    where conversation.organization_id = ${organizationId} ${matchingColumns(query)}
    limit ${most + 1}`;
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** The contacts that have the words of a search, when they are few; null when they are many, or nothing is searched for. */
async function contactsNamed({ sql, organizationId, filter }: Query): Promise<string[] | null> {
  if (filter.words === undefined) return null;
  const [row] = await sql<{ patterns: string[] }[]>`
    select search_patterns(${filter.words as string[]}::text[]) as patterns`;
  const patterns = row?.patterns ?? [];
  const rows = await sql<{ contact_id: string }[]>`
    -- planned as if all were wanted, and read as far as the limit
    with matching as materialized (
      select contact_id from contact_search
      -- by the index of trigrams, not by the primary key: that would read all contacts
      where organization_id || '' = ${organizationId} ${patterns.map((pattern) => sql`and words like ${pattern}`)}
    )
    select contact_id from matching limit ${FEW + 1}`;
  return rows.length > FEW ? null : rows.map(({ contact_id }) => contact_id);
}

/** The conditions on `conversation`, whose newest message is `newest`. */
export function matching(query: Query): Fragment {
  const { sql, organizationId, reader, filter } = query;
  const { words, unread, updatedAfter } = filter;
  return sql`
    ${matchingColumns(query)}
    ${
      words === undefined
        ? sql``
        : sql`and (
            select known.words like all (search_patterns(${words as string[]}::text[])) from contact_search as known
            where known.organization_id = ${organizationId} and known.contact_id = conversation.contact_id
            limit 1
          )`
    }
    ${unread === undefined ? sql`` : sql`and ${isUnread(sql, organizationId, reader)} = ${unread}`}
    ${updatedAfter === undefined ? sql`` : sql`and greatest(conversation.updated_at, newest.created_at) > ${updatedAfter}`}`;
}

/** Those conditions that `conversation` and its tags answer. */
export function matchingColumns(query: Query): Fragment {
  const { sql, organizationId, filter } = query;
  const { channelIds, channelId, contactId, status, assigneeId, tag, unanswered, snoozed, handledBy } =
    filter;
  const { held, freeFor, contacted, teamId, ofTeamsOf, openTo, archived } = filter;
  return sql`
    ${channelIds === null ? sql`` : sql`and conversation.channel_id = any (${channelIds as string[]})`}
    ${channelId === undefined ? sql`` : sql`and conversation.channel_id = ${channelId}`}
    ${contactId === undefined ? sql`` : sql`and conversation.contact_id = ${contactId}`}
    ${status === undefined ? sql`` : sql`and conversation.${isStatus(sql, status)}`}
    ${snoozed === undefined ? sql`` : sql`and (conversation.status = 'snoozed') = ${snoozed}`}
    ${handledBy === undefined ? sql`` : sql`and (conversation.handled_by is not null) = ${handledBy === "agent"}`}
    ${held === undefined ? sql`` : sql`and (holder_of(conversation) is not null) = ${held}`}
    ${contacted === undefined ? sql`` : sql`and ${contacted ? sql`` : sql`not`} ${isContacted(sql)}`}
    ${archived === undefined ? sql`` : sql`and conversation.archived_at ${archived ? sql`is not null` : sql`is null`}`}
    ${freeFor === undefined ? sql`` : sql`and (conversation.held_until > now() and conversation.held_by <> ${freeFor}) is not true`}
    ${assigneeId === undefined ? sql`` : sql`and conversation.assignee_id is not distinct from ${assigneeId}::uuid`}
    ${teamId === undefined ? sql`` : sql`and conversation.team_id is not distinct from ${teamId}`}
    ${ofTeamsOf === undefined ? sql`` : sql`and conversation.team_id = any ${teamsOf(query, ofTeamsOf)}`}
    ${openTo === undefined ? sql`` : sql`and (conversation.team_id is null or conversation.team_id = any ${teamsOf(query, openTo)})`}
    ${
      tag === undefined
        ? sql``
        : sql`and exists (
            select from conversation_tags as known
            where known.organization_id = ${organizationId} and known.name = ${tag}
              and known.conversation_id = conversation.id
          )`
    }
    ${unanswered === undefined ? sql`` : sql`and (conversation.waiting_since is not null) = ${unanswered}`}
    -- spares the closed ones
    ${unanswered === true ? sql`and conversation.status <> 'closed'` : sql``}`;
}

/** The teams of a user, found once for all rows. */
function teamsOf({ sql, organizationId }: Query, user: string): Fragment {
  return sql`((select teams_of(${organizationId}, ${user}::uuid))::text[])`;
}

/** Written out: of a parameter, the planner knows neither that an index has it nor how many there are. */
function isStatus(sql: Queryable, status: string): Fragment {
  if (status === "closed") return sql`status = 'closed'`;
  return status === "snoozed" ? sql`status = 'snoozed'` : sql`status = 'open'`;
}
