import type { Queryable } from "../connection/client.ts";
import { CHANNEL_COLUMNS, type ChannelRow } from "./channels.ts";

/** The channels of an organisation, of those in `only` unless it is null, that have a name, or have it as their id. */
export async function findChannelsNamed(
  sql: Queryable,
  organizationId: string,
  only: readonly string[] | null,
  name: string,
): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where organization_id = ${organizationId} and deleted_at is null and (name = ${name} or id = ${name})
      ${only === null ? sql`` : sql`and id = any (${only as string[]})`}
    order by id limit 10`;
}
