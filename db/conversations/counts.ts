import type { Queryable, Sql } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { newestMessage } from "./conversations.ts";
import { type ConversationFilter, matchingColumns, type Query } from "./filter.ts";
import { sinceOf } from "./unread.ts";

export type ConversationCounts = {
  all: number;
  mine: number;
  my_teams: number;
  unassigned: number;
  unread: number;
  unanswered: number;
};

/**
 * How many conversations a filter leaves, and how many of them are a user's (null: nobody's), their teams', nobody's, unread by the
 * reader and unanswered. Each row is looked at once, so the time goes by how many are left; conversations whose
 * messages the retention has dropped are among them.
 */
export async function countConversations(
  sql: Sql,
  { organizationId, reader }: { organizationId: string; reader: string },
  filter: ConversationFilter,
  user: string | null,
): Promise<ConversationCounts> {
  const query = { sql, organizationId, reader, filter };
  const [counts] = await sql<[ConversationCounts]>`
    with unread_marks as materialized (
      select conversation_id from conversation_reads
      where organization_id = ${organizationId} and reader = ${reader} and unread
    ), since as materialized (
      select ${sinceOf(sql, organizationId, reader)} as at
    ), matching as (
      select conversation.assignee_id, conversation.team_id, conversation.waiting_since, ${isUnreadAmong(sql)} as is_unread
      from conversations as conversation
      where conversation.organization_id = ${organizationId} ${conditions(query)}
    )
    select count(*)::integer as all,
      (count(*) filter (where assignee_id = ${user}::uuid))::integer as mine,
      (count(*) filter (where team_id = any ((select teams_of(${organizationId}, ${user}::uuid))::text[])))::integer as my_teams,
      (count(*) filter (where assignee_id is null))::integer as unassigned,
      (count(*) filter (where is_unread))::integer as unread,
      (count(*) filter (where waiting_since is not null))::integer as unanswered
    from matching`;
  return counts;
}

/** As `isUnread` has it, by what was read before as a whole: without a look-up for each. */
function isUnreadAmong(sql: Queryable): Fragment {
  return sql`(
    conversation.opened_at is null and conversation.inbound_count > 0
      and conversation.last_inbound_at >= (select at from since)
    or conversation.id in (select conversation_id from unread_marks)
  )`;
}

function conditions(query: Query): Fragment {
  const { sql, organizationId, filter } = query;
  const { words, unread, updatedAfter } = filter;
  return sql`
    ${matchingColumns(query)}
    ${
      words === undefined
        ? sql``
        : sql`and conversation.contact_id in (
            select contact_id from contact_search
            -- by the index of trigrams, not by the primary key: that would read all contacts
            where organization_id || '' = ${organizationId} and words like all (search_patterns(${words as string[]}::text[]))
          )`
    }
    ${unread === undefined ? sql`` : sql`and ${isUnreadAmong(sql)} = ${unread}`}
    ${
      updatedAfter === undefined
        ? sql``
        : sql`and greatest(conversation.updated_at, (select newest.created_at from (${newestMessage(sql)}) as newest)) > ${updatedAfter}`
    }`;
}
