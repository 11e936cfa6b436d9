import type { Queryable } from "../connection/client.ts";

/** The size of an organisation's files, stored or to import, and its quota; null is no limit. */
export type MediaUsage = { bytes: number; most_bytes: number | null };

/** Reads two rows by their keys, and those of imports that have not ended. `gigabytes` is what organisations without a limit of their own may have; 0 is no limit. */
export async function mediaUsage(
  sql: Queryable,
  organizationId: string,
  gigabytes: number,
): Promise<MediaUsage> {
  const [row] = await sql<MediaUsage[]>`
    select coalesce(usage.bytes, 0) + (
        select coalesce(sum(import.bytes), 0) from imports as import
        where import.organization_id = organization.organization_id and import.status in ('uploading', 'queued', 'running')
      )::bigint as bytes,
      nullif(coalesce(organization.most_media_gb, ${gigabytes}::integer), 0) * 1000000000::bigint as most_bytes
    from organizations as organization
    left join media_usage as usage on usage.organization_id = organization.organization_id
    where organization.organization_id = ${organizationId}`;
  if (row === undefined) throw new Error(`there is no organisation ${organizationId}`);
  return row;
}

/** The size of all stored files, and the fullest organisation's share of its quota, from 0 to 1. */
export type MediaTotals = { bytes: number; fullest: number };

/** Reads a row of each organisation; `gigabytes` as above. */
export async function mediaTotals(sql: Queryable, gigabytes: number): Promise<MediaTotals> {
  const [row] = await sql<MediaTotals[]>`
    select coalesce(sum(usage.bytes), 0)::bigint as bytes, coalesce(max(
      usage.bytes / 1e9::float8 / nullif(coalesce(organization.most_media_gb, ${gigabytes}::integer), 0)
    ), 0) as fullest
    from media_usage as usage
    join organizations as organization on organization.organization_id = usage.organization_id`;
  return row ?? { bytes: 0, fullest: 0 };
}
