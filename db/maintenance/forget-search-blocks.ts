import type { Queryable } from "../connection/client.ts";

/** Forgets the blocks, of one organisation or, null, of all, whose messages were all recorded before a moment. */
export async function forgetSearchBlocks(
  sql: Queryable,
  before: Date,
  organizationId: string | null = null,
): Promise<void> {
  const forgetOne = () => sql`
    with block as (
      delete from message_search_blocks where (organization_id, starts_at) in (
        select organization_id, starts_at from message_search_blocks
        where newest_at < ${before.getTime()} and (${organizationId}::text is null or organization_id = ${organizationId})
        limit 1
      )
      returning id
    ), words as (
      delete from message_search_words as word using block where word.block_id = block.id
    )
    select from block`;
  while ((await forgetOne()).count > 0);
}
