import type { Queryable } from "../connection/client.ts";

export type TagInUse = { name: string; count: number };

/** More of one tag are not counted, which would take long, and more tags are not listed. */
export const MOST_COUNTED = 1000;
export const MOST_LISTED = 500;

type Tagged = "contact" | "conversation";

/**
 * The tags that contacts have, or conversations (those of some channels, where it names them), by name. Each name is
 * looked up behind the one before: there may be millions of uses.
 */
export async function tagsInUse(
  sql: Queryable,
  organizationId: string,
  tagged: Tagged,
  channelIds: readonly string[] | null = null,
): Promise<TagInUse[]> {
  const table = sql(`${tagged}_tags`);
  const ofChannels =
    channelIds === null
      ? sql``
      : sql`and exists (
          select from conversations as conversation
          where conversation.organization_id = tag.organization_id and conversation.id = tag.conversation_id
            and conversation.channel_id = any (${channelIds as string[]})
        )`;
  return await sql<TagInUse[]>`
    with recursive names as (
      (select name from ${table} where organization_id = ${organizationId} order by name limit 1)
      union all
      select (
        select tag.name from ${table} as tag
        where tag.organization_id = ${organizationId} and tag.name > names.name order by tag.name limit 1
      ) from names where names.name is not null
    )
    select names.name, used.count from names
    cross join lateral (
      select count(*)::integer as count from (
        select from ${table} as tag
        where tag.organization_id = ${organizationId} and tag.name = names.name ${ofChannels}
        limit ${MOST_COUNTED}
      ) as uses
    ) as used
    where names.name is not null and used.count > 0
    limit ${MOST_LISTED}`;
}
