import type { Sql } from "../connection/client.ts";

/** A proxy that all of a number's connections go through. */
export type StoredProxy = {
  /** Its address, with `***` in its password's place. */
  url: string;
  /** Its whole address, sealed; see daemon/gateway/number/tunnels.ts. */
  sealed: string;
  /** When it was set, in ISO form: another address, or another password. */
  since: string;
};

/** Channels of an organisation that have a proxy, the newest first. */
export async function listProxies(
  sql: Sql,
  organizationId: string,
  limit: number,
): Promise<{ id: string; proxy: StoredProxy }[]> {
  return await sql<{ id: string; proxy: StoredProxy }[]>`
    select id, settings -> 'proxy' as proxy from channels
    where organization_id = ${organizationId} and deleted_at is null and jsonb_typeof(settings -> 'proxy') = 'object'
    order by id desc limit ${limit}`;
}
