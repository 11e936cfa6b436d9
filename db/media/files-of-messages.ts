import type { Queryable } from "../connection/client.ts";
import type { MediaRow } from "./media.ts";

/** The files of some messages, with the forms made of them: those that came, and uploaded ones that no other message has. */
export async function filesOfMessages(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Pick<MediaRow, "organization_id" | "id">[]> {
  return await sql<Pick<MediaRow, "organization_id" | "id">[]>`
    with sent as (
      select distinct upload.id, upload.created_at from messages as message
      cross join lateral regexp_matches(message.content, '"(med_[0-9A-Z]{26})"', 'g') as match
      join media as upload on upload.organization_id = message.organization_id and upload.id = match[1]
      where message.organization_id = ${organizationId} and message.id = any (${ids as string[]}::uuid[])
    ), files as (
      select id from media where organization_id = ${organizationId} and message_id = any (${ids as string[]}::uuid[])
      union
      select sent.id from sent
      where not exists (
        select from messages as other
        where other.organization_id = ${organizationId} and other.id <> all (${ids as string[]}::uuid[])
          -- no message has a file before it is uploaded: by far most are passed over, a day for clocks that differ
          and other.id >= uuid_bound(sent.created_at - interval '1 day')
          and other.type not in ('text', 'template', 'buttons', 'mark_as_read', 'presence')
          and strpos(other.content, sent.id) > 0
      )
    )
    select organization_id, id from media
    where organization_id = ${organizationId}
      and (id in (select id from files) or converted_from in (select id from files))`;
}
