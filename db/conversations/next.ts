import type { Queryable } from "../connection/client.ts";
import { type ConversationFilter, matching } from "./filter.ts";

/**
 * Assigns the open conversation whose contact waits longest, among those of a filter that are nobody's, of a team of
 * theirs or of none, and may be written to, to a user. Resolves with its id, or null when there is none. Who asks at the same moment gets another one.
 */
export async function takeNextConversation(
  sql: Queryable,
  { organizationId, reader }: { organizationId: string; reader: string },
  filter: ConversationFilter,
  user: string,
): Promise<string | null> {
  const take = (wait: "skip locked" | "") => sql<{ id: string }[]>`
    with next as materialized (
      select conversation.id from conversations as conversation
      where conversation.organization_id = ${organizationId} ${matching({
        ...{ sql, organizationId, reader },
        filter: {
          ...filter,
          status: "open",
          archived: false,
          assigneeId: null,
          unanswered: true,
          freeFor: user,
          openTo: user,
        },
      })}
        -- all of them together: looked up for each who waits, it takes longer than all else
        and not exists (
          select from suppressed_people(${organizationId}) as suppressed
          where suppressed.contact_id = conversation.contact_id and suppressed.reason <> 'marketing_stopped'
        )
      order by conversation.waiting_since, conversation.id
      limit 1
      for no key update of conversation ${wait === "" ? sql`` : sql`skip locked`}
    )
    select next.id, update_conversation(${organizationId}, next.id, json_build_object('assignee_id', ${user}::uuid))
    from next`;
  const [free] = await take("skip locked");
  // what another transaction holds may be left to us: somebody may only read it, or write to it
  const [row] = free === undefined ? await take("") : [free];
  return row?.id ?? null;
}
