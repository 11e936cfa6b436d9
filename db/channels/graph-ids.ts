import { createHash } from "node:crypto";
import type { Queryable } from "../connection/client.ts";
import type { ChannelRow } from "./channels.ts";

export type GraphIds = Pick<ChannelRow, "id" | "phone_number_id" | "waba_id">;

/** An organisation's channels that may have one of Meta's ids: those that do, else those whose ids are made of their own. */
export async function listByGraphId(
  sql: Queryable,
  organizationId: string,
  only: readonly string[] | null,
  graphId: string,
): Promise<GraphIds[]> {
  return await sql<GraphIds[]>`
    with own as (
      select id, phone_number_id, waba_id from channels
      where organization_id = ${organizationId} and deleted_at is null
        ${only === null ? sql`` : sql`and id = any (${only as string[]})`}),
    exact as (select * from own where phone_number_id = ${graphId} or waba_id = ${graphId})
    select * from exact
    union all
    select * from own where phone_number_id is null and not exists (select from exact)
    order by id`;
}

/** Under which ids programs made for Meta's Cloud API name a channel at `/graph/`: Meta's own, else such as Meta's. */
export function graphIdsOf({ id, phone_number_id, waba_id }: GraphIds) {
  return {
    phone_number_id: phone_number_id ?? digitsFor(`phone number ${id}`),
    waba_id: waba_id ?? digitsFor(`account ${id}`),
  };
}

const SMALLEST = 100_000_000_000_000n;

/** Fifteen digits, always the same for a text: as many as Meta's ids have, and few enough to be a number anywhere. */
function digitsFor(text: string): string {
  const hash = createHash("sha256").update(text).digest().readBigUInt64BE(0);
  return String(SMALLEST + (hash % (9n * SMALLEST)));
}
