import type { Queryable } from "../connection/client.ts";
import type { ChannelRow } from "./channels.ts";

type GraphRow = Pick<ChannelRow, "graph_phone_number_id" | "graph_account_id">;

/** The channels of an organisation that have an id at `/graph/`, or whose account has it. */
export async function listByGraphId(
  sql: Queryable,
  organizationId: string,
  only: readonly string[] | null,
  graphId: string,
): Promise<(GraphRow & Pick<ChannelRow, "id">)[]> {
  return await sql<(GraphRow & Pick<ChannelRow, "id">)[]>`
    select id, graph_phone_number_id, graph_account_id from channels
    where organization_id = ${organizationId} and deleted_at is null
      and (graph_phone_number_id = ${graphId} or graph_account_id = ${graphId})
      ${only === null ? sql`` : sql`and id = any (${only as string[]})`}
    order by id`;
}

/** Under which ids those programs name a channel at `/graph/`, as they call them. */
export function graphIdsOf({ graph_phone_number_id, graph_account_id }: GraphRow) {
  return { phone_number_id: graph_phone_number_id, waba_id: graph_account_id };
}
