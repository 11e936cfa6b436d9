import type { Queryable } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";

/**
 * What a user or an API key is called, by its id in a column: a user without a name by what stands before the @ of their
 * email address, which is not for everybody who reads the name. Null where they
 * are gone, and for what is no such id.
 */
export function actorName(sql: Queryable, organizationId: Fragment, actor: Fragment): Fragment {
  return sql`case
    when ${actor} like 'key\\_%' then (
      select known.name from api_keys as known
      where known.organization_id = ${organizationId} and known.id = ${actor}
    )
    -- the length of a UUID
    when length(${actor}) = 36 then (
      select coalesce(nullif(known.name, ''), split_part(known.email, '@', 1)) from users as known
      where known.organization_id = ${organizationId} and known.id = ${actor}::uuid
    )
  end`;
}
