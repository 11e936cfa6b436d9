import type { Transaction } from "../connection/client.ts";

/** Older secrets that sign along at most. */
const MOST_OLD = 10;

/**
 * Gives an endpoint a new signing secret, in the caller's transaction. The one
 * before it signs along for `overlapSeconds` more; those before that for no
 * longer than it, so that with 0 no older secret is left. Returns when the
 * overlap ends; null when there is no such endpoint.
 */
export async function rotateSecret(
  transaction: Transaction,
  { organizationId, endpointId }: { organizationId: string; endpointId: string },
  secret: { id: string; secret: string },
  overlapSeconds: number,
): Promise<Date | null> {
  // its lane reads the secrets again when the endpoint's version changes
  const [endpoint] = await transaction<{ expires_at: Date }[]>`
    update webhook_endpoints set updated_at = clock_timestamp()
    where organization_id = ${organizationId} and id = ${endpointId}
    returning now() + make_interval(secs => ${overlapSeconds}) as expires_at`;
  if (endpoint === undefined) return null;
  await transaction`
    update webhook_secrets set expires_at = least(expires_at, ${endpoint.expires_at})
    where organization_id = ${organizationId} and endpoint_id = ${endpointId}`;
  await transaction`
    delete from webhook_secrets
    where organization_id = ${organizationId} and endpoint_id = ${endpointId} and (expires_at <= now() or id not in (
      select id from webhook_secrets
      where organization_id = ${organizationId} and endpoint_id = ${endpointId}
      order by expires_at desc limit ${MOST_OLD}
    ))`;
  await transaction`
    insert into webhook_secrets (organization_id, endpoint_id, id, secret)
    values (${organizationId}, ${endpointId}, ${secret.id}, ${secret.secret})`;
  return endpoint.expires_at;
}
