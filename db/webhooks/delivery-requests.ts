import type { Sql } from "../connection/client.ts";

/** What a delivery posts, fixed before its first attempt. */
export type FixedRequest = {
  id: string;
  /** JSON text; see daemon/webhooks/forms. */
  request: string;
  contact_id: string | null;
  participant_contact_id: string | null;
  /** When the oldest of what it has was made. */
  as_of: string;
};

/** What was fixed for some deliveries, by their ids; null where it was erased since. */
export async function findRequests(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; request: string | null }[]>`
    select own.id, coalesce(own.request, first.request) as request
    from delivery_requests as own
    left join delivery_requests as first
      on first.organization_id = own.organization_id and first.id = own.same_as
    where own.organization_id = ${organizationId} and own.id = any (${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, request }) => [id, request]));
}

/** Fixes what deliveries post, and returns by their ids what holds in place of it: what was fixed before stays. */
export async function fixRequests(
  sql: Sql,
  organizationId: string,
  requests: readonly FixedRequest[],
): Promise<Map<string, string>> {
  if (requests.length === 0) return new Map();
  const rows = await sql<{ id: string; request: string | null }[]>`
    insert into delivery_requests as known (
      organization_id, id, request, contact_id, participant_contact_id, as_of
    )
    select ${organizationId}, fixed.*
    from json_to_recordset(${JSON.stringify(requests)}::text::json) as fixed (
      id text, request text, contact_id text, participant_contact_id text, as_of timestamptz
    )
    on conflict (organization_id, id) do update set
      request = coalesce(known.request, excluded.request),
      contact_id = case when known.request is null then excluded.contact_id else known.contact_id end,
      participant_contact_id = case when known.request is null then excluded.participant_contact_id
        else known.participant_contact_id end
    -- of a new row, xmax is 0
    returning id, case when xmax <> 0 then request end as request`;
  return new Map(rows.flatMap(({ id, request }) => (request === null ? [] : [[id, request]])));
}

/** The person or group that an event is about. */
export type EventContactRow = {
  id: string;
  name: string | null;
  phone_number: string | null;
  user_id: string | null;
  username: string | null;
};

/** Contacts by their ids, or by the ids of those that were merged into them. */
export async function findEventContacts(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, EventContactRow>> {
  const rows = await sql<(EventContactRow & { wanted: string })[]>`
    select wanted.id as wanted, contact.id, contact.name, contact.phone_number,
      (
        select user_id_of(known.type, known.value) from contact_identities as known
        where known.organization_id = contact.organization_id and known.contact_id = contact.id
          and known.type in ('bsuid', 'lid', 'group')
        order by known.type, known.created_at limit 1
      ) as user_id,
      (
        select known.value from contact_identities as known
        where known.organization_id = contact.organization_id and known.contact_id = contact.id
          and known.type = 'username'
        order by known.created_at desc limit 1
      ) as username
    from unnest(${ids as string[]}::text[]) as wanted (id)
    cross join lateral (
      select known.* from contacts as known
      where known.organization_id = ${organizationId} and known.id = coalesce((
        select alias.contact_id from contact_aliases as alias
        where alias.organization_id = ${organizationId} and alias.id = wanted.id
      ), wanted.id)
      limit 1
    ) as contact`;
  return new Map(rows.map(({ wanted, ...contact }) => [wanted, contact]));
}
