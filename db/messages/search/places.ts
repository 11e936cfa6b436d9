/** How far the messages of each organisation are in the index of their words. */
import type { Queryable, Sql } from "../../connection/client.ts";
import { eventHorizons } from "../../events/events.ts";

export type SearchPlace = {
  /** How far the log of events was followed. */
  position: number;
  event_id: string;
  /** Messages recorded before it (milliseconds since 1970) are still to be added, the newest first; null: none. */
  earlier_than: number | null;
};

/** Messages that events say are new or changed, and how far the log was read for them. */
export type ChangedMessages = { ids: string[]; read: number; end: { position: number; id: string } };

/** The position up to which the logs of all organisations are final; read it before what it is about. */
export async function lowestHorizon(sql: Sql): Promise<number> {
  const [row] = await sql<{ lowest: number | null }[]>`
    select min(horizon) as lowest from event_horizons(array(select organization_id from organizations))`;
  return row?.lowest ?? 0;
}

/** The organisations whose logs have something that was not followed yet. */
export async function organizationsWithNews(sql: Sql): Promise<string[]> {
  await sql`
    insert into message_search_places (organization_id, position, event_id)
    select organization_id, 0, '' from organizations
    where not exists (
      select from message_search_places as known where known.organization_id = organizations.organization_id
    )
    on conflict do nothing`;
  const rows = await sql<{ organization_id: string }[]>`
    select place.organization_id from message_search_places as place
    cross join lateral (
      select from events as event
      where event.organization_id = place.organization_id
        and (event.position, event.id) > (place.position, place.event_id)
      order by event.position, event.id limit 1
    ) as news`;
  return rows.map(({ organization_id }) => organization_id);
}

/** How far an organisation is, for this transaction alone; null while another one works on it. */
export async function takeSearchPlace(sql: Queryable, organizationId: string): Promise<SearchPlace | null> {
  const [row] = await sql<SearchPlace[]>`
    select position, event_id, earlier_than from message_search_places
    where organization_id = ${organizationId} for update skip locked`;
  return row ?? null;
}

/** The same, waiting for who works on it. An organisation that is not followed yet is from its first event on. */
export async function holdSearchPlace(sql: Queryable, organizationId: string): Promise<SearchPlace> {
  const [row] = await sql<SearchPlace[]>`
    insert into message_search_places as known (organization_id, position, event_id) values (${organizationId}, 0, '')
    on conflict (organization_id) do update set position = known.position
    returning position, event_id, earlier_than`;
  if (row === undefined) throw new Error("no place was held");
  return row;
}

/**
 * The organisation whose earlier messages are the newest that are missing, for this transaction alone; null when none
 * has any that no other one works on.
 */
export async function takeEarlierPlace(
  sql: Queryable,
): Promise<(SearchPlace & { organization_id: string; earlier_than: number }) | null> {
  const [row] = await sql<(SearchPlace & { organization_id: string; earlier_than: number })[]>`
    select organization_id, position, event_id, earlier_than from message_search_places
    where earlier_than is not null
    order by earlier_than desc limit 1 for update skip locked`;
  return row ?? null;
}

/** The messages of the next so many events, each once. */
export async function changedMessages(
  sql: Queryable,
  organizationId: string,
  { position, event_id }: SearchPlace,
  most: number,
): Promise<ChangedMessages> {
  const horizon = (await eventHorizons(sql, [organizationId])).get(organizationId) ?? 0;
  const rows = await sql<{ position: number; id: string; message_id: string }[]>`
    select position, id, case
      when test then ''
      when type in ('message.new', 'message.decrypted', 'conversation.updated')
        or type = 'message.status_update' and text_in_body(body, 'status') in ('queued', 'scheduled')
        then text_in_body(body, 'message_id') else '' end as message_id
    from events
    where organization_id = ${organizationId} and (position, id) > (${position}, ${event_id})
      and position < ${horizon}
    order by position, id limit ${most}`;
  const last = rows.at(-1);
  const ids = [...new Set(rows.map(({ message_id }) => message_id))].filter((id) => id !== "");
  return { ids, read: rows.length, end: last ?? { position, id: event_id } };
}

export async function moveSearchPlace(
  sql: Queryable,
  organizationId: string,
  { position, event_id, earlier_than }: SearchPlace,
): Promise<void> {
  await sql`
    update message_search_places
    set position = ${position}, event_id = ${event_id}, earlier_than = ${earlier_than}
    where organization_id = ${organizationId}`;
}
