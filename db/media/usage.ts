import type { Queryable } from "../connection/client.ts";

/** What an organisation's stored files take, and how much it may have of its own: null is the installation's. */
export type MediaUsage = { bytes: number; most_gb: number | null };

/** Reads two rows by their keys. */
export async function mediaUsage(sql: Queryable, organizationId: string): Promise<MediaUsage> {
  const [row] = await sql<MediaUsage[]>`
    select coalesce(usage.bytes, 0) as bytes, organization.most_media_gb as most_gb
    from organizations as organization
    left join media_usage as usage on usage.organization_id = organization.organization_id
    where organization.organization_id = ${organizationId}`;
  return row ?? { bytes: 0, most_gb: null };
}
