import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** Why an endpoint is disabled that nothing but a request disabled. */
export const DISABLED_BY_OWNER = "disabled by its owner";

export type EndpointRow = {
  organization_id: string;
  id: string;
  url: string;
  description: string;
  /** The key or user that created it, gave it its address or enabled it; null where nobody noted it. */
  created_by: string | null;
  filter_types: string[] | null;
  channels: string[] | null;
  enabled: boolean;
  disabled_reason: string | null;
  /** Values are encrypted; see daemon/secrets. */
  headers: Record<string, string>;
  rate_per_second: number | null;
  /** Deliveries that may be out at once; null is the default. */
  concurrency: number | null;
  /** The form in which it gets events: the name of one of daemon/webhooks/forms. */
  format: string;
  /** Which of its form's own events it gets; null is all that are behind its types. */
  format_events: string[] | null;
  /** The records that its events carry; null is none. */
  include: string[] | null;
  /** How many bytes of files they carry at most; null is the default. */
  file_bytes: number | null;
  /** Since when every delivery has failed. */
  failing_since: Date | null;
  /** Nothing is delivered before this: deliveries failed, or the endpoint requested a pause. */
  resumes_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** An endpoint as its lane needs it: with its encrypted secrets, the current one first. */
export type EndpointTarget = Pick<
  EndpointRow,
  | "id"
  | "url"
  | "channels"
  | "headers"
  | "rate_per_second"
  | "concurrency"
  | "format"
  | "format_events"
  | "include"
  | "file_bytes"
> & {
  version: string;
  /** Its deliveries failed, and none went well since. */
  is_failing: boolean;
  secrets: { secret: string; expires_at: string | null }[];
};

const COLUMNS = [
  "organization_id",
  "id",
  "url",
  "description",
  "created_by",
  "filter_types",
  "channels",
  "enabled",
  "disabled_reason",
  "headers",
  "rate_per_second",
  "concurrency",
  "format",
  "format_events",
  "include",
  "file_bytes",
  "failing_since",
  "resumes_at",
  "created_at",
  "updated_at",
] as const;

/** The members of a new endpoint. */
export type NewEndpoint = Pick<
  EndpointRow,
  | "organization_id"
  | "id"
  | "url"
  | "description"
  | "created_by"
  | "filter_types"
  | "channels"
  | "headers"
  | "rate_per_second"
  | "concurrency"
  | "format"
  | "format_events"
  | "include"
  | "file_bytes"
>;

/**
 * Stores an endpoint with its first signing secret, in the caller's transaction;
 * null when its organisation has `most` of them already.
 */
export async function insertEndpoint(
  transaction: Transaction,
  endpoint: NewEndpoint,
  secret: { id: string; secret: string },
  most = Number.MAX_SAFE_INTEGER,
): Promise<EndpointRow | null> {
  // one after another within an organisation: two at once would both find room for the last
  await transaction`select pg_advisory_xact_lock(hashtext('waypost.endpoints'), hashtext(${endpoint.organization_id}))`;
  const [{ count = 0 } = {}] = await transaction<{ count: number }[]>`
    select count(*) as count from webhook_endpoints where organization_id = ${endpoint.organization_id}`;
  if (count >= most) return null;
  const [row] = await transaction<EndpointRow[]>`
    insert into webhook_endpoints ${transaction({ ...endpoint, headers: transaction.json(endpoint.headers) })}
    returning ${transaction(COLUMNS)}`;
  if (row === undefined) throw new Error("the endpoint was not stored");
  await transaction`
    insert into webhook_secrets (organization_id, endpoint_id, id, secret)
    values (${endpoint.organization_id}, ${endpoint.id}, ${secret.id}, ${secret.secret})`;
  return row;
}

export async function findEndpoint(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<EndpointRow | null> {
  const [row] = await sql<EndpointRow[]>`
    select ${sql(COLUMNS)} from webhook_endpoints where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Every endpoint of an organisation, newest first. */
export async function listEndpoints(sql: Queryable, organizationId: string): Promise<EndpointRow[]> {
  return await sql<EndpointRow[]>`
    select ${sql(COLUMNS)} from webhook_endpoints where organization_id = ${organizationId} order by id desc`;
}

/** The endpoint and its unexpired secrets, to deliver to; null when it is gone. */
export async function findTarget(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<(EndpointTarget & { enabled: boolean }) | null> {
  const [row] = await sql<(EndpointTarget & { enabled: boolean })[]>`
    select endpoint.id, endpoint.url, endpoint.headers, endpoint.rate_per_second, endpoint.concurrency, endpoint.enabled,
      endpoint.channels, endpoint.format, endpoint.format_events, endpoint.include, endpoint.file_bytes,
      endpoint.updated_at::text as version, endpoint.failing_since is not null as is_failing, coalesce((
        select json_agg(json_build_object('secret', kept.secret, 'expires_at', kept.expires_at)
          order by kept.expires_at desc nulls first, kept.created_at desc)
        from webhook_secrets as kept
        where kept.organization_id = endpoint.organization_id and kept.endpoint_id = endpoint.id
          and (kept.expires_at is null or kept.expires_at > now())
      ), '[]') as secrets
    from webhook_endpoints as endpoint
    where endpoint.organization_id = ${organizationId} and endpoint.id = ${id}`;
  return row ?? null;
}

type Changeable =
  | "url"
  | "created_by"
  | "description"
  | "filter_types"
  | "channels"
  | "headers"
  | "rate_per_second"
  | "concurrency"
  | "format_events"
  | "include"
  | "file_bytes"
  | "enabled";

/** Changes of an endpoint; undefined fields stay. */
export type EndpointChanges = { [Field in Changeable]?: EndpointRow[Field] | undefined };

/**
 * Changes an endpoint and wakes its lane, which may have waited for the change;
 * null when there is none. Enabling it forgets why it was disabled; that, and a new address, that it failed.
 */
export async function updateEndpoint(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: EndpointChanges,
): Promise<EndpointRow | null> {
  const { headers, enabled, url } = changes;
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const values = {
    ...Object.fromEntries(given),
    ...(headers === undefined ? {} : { headers: sql.json(headers) }),
    ...(enabled === undefined ? {} : enablement(enabled)),
    ...(enabled === true || url !== undefined ? UNTRIED : {}),
    updated_at: new Date(),
  };
  const [row] = await sql<EndpointRow[]>`
    with changed as (
      update webhook_endpoints set ${sql(values)}
      where organization_id = ${organizationId} and id = ${id}
      returning ${sql(COLUMNS)}
    )
    select changed.*, wake_lane(organization_id, 'endpoint', id) from changed`;
  return row ?? null;
}

/** Deletes an endpoint and what waits for it; its deliveries stay as records. False when there is none. */
export async function deleteEndpoint(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<
    { deleted: boolean }[]
  >`select delete_endpoint(${organizationId}, ${id}) as deleted`;
  return row?.deleted ?? false;
}

/** Those of the given ids that are no channel of the organisation. */
export async function unknownChannels(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select wanted.id from unnest(${ids as string[]}::text[]) as wanted (id)
    where not exists (
      select from channels
      where channels.organization_id = ${organizationId} and channels.id = wanted.id and channels.deleted_at is null
    )`;
  return rows.map((row) => row.id);
}

/** The columns of an endpoint that is about to be tried afresh: no failures, no pauses. */
const UNTRIED = {
  failing_since: null,
  failures: 0,
  pauses: 0,
  resumes_at: null,
  warnings: 0,
  warned_at: null,
};

function enablement(enabled: boolean) {
  return enabled ? { disabled_reason: null, takes_events: true } : { disabled_reason: DISABLED_BY_OWNER };
}
