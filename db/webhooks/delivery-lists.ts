import type { Sql } from "../connection/client.ts";
import { USUAL_EVENT_TYPES } from "../events/events.ts";
import { between, edgeOf, type Fragment, SCATTERED } from "../lists/edges.ts";
import { type Walked, type WalkedList, walk } from "../lists/walk.ts";
import { type DeliveryRow, shown } from "./deliveries.ts";

export type DeliveryFilter = {
  /** The endpoints whose deliveries may be seen; null is all. */
  endpointIds: readonly string[] | null;
  eventType: string | undefined;
  status: string | undefined;
  eventId: string | undefined;
  since: Date | undefined;
  until: Date | undefined;
};

type Query = { sql: Sql; organizationId: string; filter: DeliveryFilter };

/** Attempts of an organisation, newest first, older than `before`, as far as they were looked through. */
export async function listDeliveries(
  sql: Sql,
  organizationId: string,
  filter: DeliveryFilter,
  before: string | null,
  limit: number,
): Promise<Walked<DeliveryRow>> {
  const query = { sql, organizationId, filter };
  if (filter.eventId !== undefined)
    return { rows: await ofEvent(query, filter.eventId, before, limit), end: null };
  return await walk(narrowest(query), before, limit);
}

/** The attempts that are to be looked through: the fewest among which all that are wanted are. */
function narrowest(query: Query): WalkedList<DeliveryRow> {
  const { sql, filter } = query;
  const { status, eventType, endpointIds } = filter;
  if (status === "pending") return waiting(query);
  if (status === "failed" || status === "exhausted")
    return ofOrganization(query, sql`and stored.error is not null`);
  if (eventType !== undefined && !USUAL_EVENT_TYPES.includes(eventType))
    return ofOrganization(query, sql`and stored.event_type = ${eventType} and ${unusual(query)}`);
  return endpointIds === null ? ofOrganization(query, sql``) : ofEndpoints(query, endpointIds);
}

/** Written out as the index has it: the planner can't know it of a parameter. */
function unusual({ sql }: Query): Fragment {
  return sql`stored.event_type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated')`;
}

/** The attempts to deliver some events to these endpoints, null being any, oldest first. */
export async function deliveriesOfEvents(
  sql: Sql,
  organizationId: string,
  eventIds: readonly string[],
  endpointIds: readonly string[] | null,
): Promise<DeliveryRow[]> {
  return await sql<DeliveryRow[]>`
    select ${shown(sql)} from unnest(${eventIds as string[]}::text[]) as event (id)
    cross join lateral deliveries_of_event(${organizationId}, event.id) as delivery
    where ${endpointIds === null ? sql`true` : sql`delivery.endpoint_id = any (${endpointIds as string[]})`}
    order by delivery.id collate "C"`;
}

/** The attempts to deliver one event: few, and none is older than it. */
async function ofEvent(
  query: Query,
  eventId: string,
  before: string | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const { sql, organizationId } = query;
  return await sql<DeliveryRow[]>`
    -- found before they are ordered: in their order, all that the organisation has were read
    with delivery as materialized (
      select * from deliveries_of_event(${organizationId}, ${eventId}) as delivery
      where true ${placed(query, sql`delivery.id collate "C"`, before, null)} ${matching(query)}
    )
    select ${shown(sql)} from delivery order by id collate "C" desc limit ${limit}`;
}

/** All attempts of the organisation, or those that a condition with an index leaves: none that has one is in a bundle. */
function ofOrganization(query: Query, only: Fragment): WalkedList<DeliveryRow> {
  const { sql, organizationId } = query;
  const rows: Fragment = sql`where stored.organization_id = ${organizationId} ${only}`;
  return {
    edge: (from, places) =>
      edgeOf(
        sql,
        sql`stored.id`,
        sql`${countedRows(sql)} ${rows} ${placed(query, sql`stored.id`, from, null)}`,
        places,
      ),
    read: async (from, to, limit) =>
      await sql<DeliveryRow[]>`
        select ${shown(sql)} ${standing(query, rows, from, to)}
        order by delivery.id collate "C" desc limit ${limit}`,
  };
}

/**
 * The attempts at some endpoints, also deleted ones: an equal share of what is looked through is each one's. They are
 * found by nothing but the index that has them in order; the endpoint is compared once they are read.
 */
function ofEndpoints(query: Query, endpointIds: readonly string[]): WalkedList<DeliveryRow> {
  const { sql, organizationId } = query;
  const wanted: Fragment = sql`unnest(${endpointIds as string[]}::text[]) as wanted (id)`;
  const rows: Fragment = sql`where stored.endpoint_id = wanted.id`;
  return {
    async edge(from, places) {
      const share = Math.ceil(places / SCATTERED / Math.max(endpointIds.length, 1));
      const [row] = await sql<{ id: string }[]>`
        select edge.id from ${wanted}
        cross join lateral (
          select stored.id, stored.organization_id
          ${countedRows(sql)} ${rows} ${placed(query, sql`stored.id`, from, null)}
          order by stored.id desc offset ${share - 1} limit 1
        ) as edge
        where edge.organization_id = ${organizationId}
        -- where the first of them is cut off
        order by edge.id desc limit 1`;
      return row?.id ?? null;
    },
    read: async (from, to, limit) =>
      await sql<DeliveryRow[]>`
        select newest.* from ${wanted}
        cross join lateral (
          select ${shown(sql)}
          ${standing(query, sql`${rows} and stored.organization_id || '' = ${organizationId}`, from, to)}
          order by delivery.id collate "C" desc limit ${limit}
        ) as newest
        order by newest.id collate "C" desc limit ${limit}`,
  };
}

/** Rows as places: that of a bundle is as many as it stands for, so that what is looked through stays bounded. */
function countedRows(sql: Sql): Fragment {
  return sql`
    from deliveries as stored
    cross join lateral generate_series(1, size_of_row(stored))`;
}

/** The wanted attempts between two places that some rows stand for. */
function standing(query: Query, rows: Fragment, from: string | null, to: string | null): Fragment {
  const { sql } = query;
  const around = { from: from === null ? null : behindItemsOf(from), to: to === null ? null : timeOf(to) };
  return sql`
    from deliveries as stored
    cross join lateral each_delivery(stored) as delivery
    ${rows} ${placed(query, sql`stored.id`, around.from, around.to)}
    ${between(sql, sql`delivery.id collate "C"`, from, to)} ${matching(query)}`;
}

/** Attempts that are still to be made: each is named by an item in a lane, and most are not. */
function waiting(query: Query): WalkedList<DeliveryRow> {
  const { sql, organizationId } = query;
  const within = (from: string | null, to: string | null): Fragment => sql`
    from lane_items as item
    cross join lateral unnest(deliveries_of(item)) as one (id)
    where item.organization_id = ${organizationId} and item.kind = 'endpoint' and item.item_id >= 'dlv_'
      ${placed(query, sql`item.item_id`, from, to)}`;
  return {
    // a bundle counts as all that it names, so that what is looked through stays bounded
    edge: (from, places) =>
      edgeOf(sql, sql`item.item_id`, within(from ?? BEHIND_DELIVERIES, null), places / SCATTERED),
    read: async (from, to, limit) =>
      await sql<DeliveryRow[]>`
        select ${shown(sql)} from (
          select one.id ${within(from === null ? BEHIND_DELIVERIES : behindItemsOf(from), to === null ? null : timeOf(to))}
            ${between(sql, sql`one.id`, from, to)}
        ) as waiting
        cross join lateral row_of_delivery(${organizationId}, waiting.id) as stored
        cross join lateral each_delivery(stored) as delivery
        where delivery.id = waiting.id ${matching(query)}
        order by waiting.id desc limit ${limit}`,
  };
}

/** Behind the ids of all deliveries, and so of all bundles. */
const BEHIND_DELIVERIES = "dlv_Z";

/** Bundles are ordered by the time alone that begins the ids of their deliveries: in the lane, and in their rows. */
const timeOf = (id: string) => id.slice(0, "dlv_01HZX3J4K5".length);
const behindItemsOf = (id: string) => `${timeOf(id)}Z`;

/** Those between two places, and of the times that are wanted: all are bounds of the ids, which prune partitions. */
function placed({ sql, filter }: Query, id: Fragment, from: string | null, to: string | null): Fragment {
  const { since, until } = filter;
  return sql`
    ${between(sql, id, from, to)}
    ${since === undefined ? sql`` : sql`and ${id} >= 'dlv_' || ulid_time(${since})`}
    ${until === undefined ? sql`` : sql`and ${id} < 'dlv_' || ulid_time(${until})`}`;
}

function matching({ sql, filter }: Query): Fragment {
  const { endpointIds, eventType, status } = filter;
  return sql`
    ${endpointIds === null ? sql`` : sql`and delivery.endpoint_id = any (${endpointIds as string[]})`}
    ${eventType === undefined ? sql`` : sql`and delivery.event_type = ${eventType}`}
    ${status === undefined ? sql`` : sql`and delivery.status = ${status}`}`;
}
