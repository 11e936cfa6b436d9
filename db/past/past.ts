import type { Queryable, Sql } from "../connection/client.ts";
import { weeksOfPartition } from "../maintenance/maintenance.ts";

type ChannelKey = { organizationId: string; channelId: string };

/** One message as db/past/store.sql takes it. */
export type PastInput = {
  id: string;
  provider_message_id: string;
  source: string;
  direction: string;
  identity_type: string;
  identity_value: string;
  name: string | null;
  user_id: string | null;
  participant: string | null;
  author: string | null;
  type: string;
  /** JSON text. */
  content: string;
  status: string;
  /** JSON text of its files. */
  media: string | null;
  remote_jid: string | null;
  sealed: string | null;
  at: Date;
};

/** Somebody who is named in past messages, as learn_people takes them. */
export type PastPersonInput = {
  phone: string | null;
  lid: string | null;
  bsuid: string | null;
  username: string | null;
  name: string | null;
};

/** Makes the partitions that messages of between two moments lack; of other tables none are needed. */
export async function ensurePastPartitions(
  sql: Sql,
  { first, last }: { first: Date; last: Date },
  retentionDays: number,
): Promise<void> {
  await sql`select ensure_partitions(${first}, ${last}, ${weeksOfPartition(retentionDays)}, array['messages'])`;
}

/** Stores past messages; returns the ids of those that were not there. Both are JSON text. */
export async function storePast(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  past: string,
  people: string,
): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }[]>`
    select store_past(${organizationId}, ${channelId}, ${past}::text::json, ${people}::text::json) as ids`;
  return row?.ids ?? [];
}
