import type { Sql } from "../connection/client.ts";
import { type AcceptInput, inputsJson } from "../messages/accept/input.ts";

/** The key of a broadcast; also what its lane holds. */
export type BroadcastKey = { organizationId: string; id: string };

/** The broadcast of a lane, if it is due. */
export async function peekBroadcast(sql: Sql, { organizationId, id }: BroadcastKey): Promise<boolean> {
  const rows = await sql`
    select from lane_items
    where organization_id = ${organizationId} and item_id = ${id} and kind = 'broadcast'
      and state <> 'sending' and due_at <= now()`;
  return rows.length > 0;
}

/** Records that a look at a broadcast begins; false when it is not due. Throws when the lane is not ours. */
export async function startLook(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  daemonId: string,
): Promise<boolean> {
  const [row] = await sql<{ started: boolean }[]>`
    select start_broadcast_look(${organizationId}, ${id}, ${daemonId}) as started`;
  return row?.started ?? false;
}

/** Ends a look; the next one follows after so long, if anything is left to do. */
export async function finishLook(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  daemonId: string,
  afterMs: number,
): Promise<void> {
  await sql`
    select finish_broadcast_look(${organizationId}, ${daemonId}, ${id}, after_milliseconds(${afterMs}))`;
}

/** How many milliseconds it is until a broadcast is to begin, by the database's clock; 0 when that has come. */
export async function untilStart(sql: Sql, { organizationId, id }: BroadcastKey): Promise<number> {
  const [row] = await sql<{ wait_ms: number | null }[]>`
    select milliseconds_until(starts_at) as wait_ms from broadcasts
    where organization_id = ${organizationId} and id = ${id}`;
  return row?.wait_ms ?? 0;
}

/** A scheduled broadcast runs from now on. */
export async function beginBroadcast(sql: Sql, { organizationId, id }: BroadcastKey): Promise<void> {
  await sql`select begin_broadcast(${organizationId}, ${id})`;
}

/** Ends a running broadcast by a rule. */
export async function stopBroadcast(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  reason: { rule: string; detail: string },
): Promise<void> {
  await sql`select stop_broadcast(${organizationId}, ${id}, ${JSON.stringify(reason)})`;
}

/** Completes a running broadcast if nothing is left to do; whether it did. */
export async function completeBroadcast(sql: Sql, { organizationId, id }: BroadcastKey): Promise<boolean> {
  const [row] = await sql<{ completed: boolean }[]>`
    select complete_broadcast(${organizationId}, ${id}) as completed`;
  return row?.completed ?? false;
}

/** Whether the budget that stopped a broadcast has room again for what one of its messages costs. */
export async function hasRoomAgain(sql: Sql, { organizationId, id }: BroadcastKey): Promise<boolean> {
  const [row] = await sql<[{ has_room: boolean }]>`
    select exists (
      select from broadcasts as known
      join budgets as budget on budget.organization_id = known.organization_id
        and budget.id = known.stopped_by::json ->> 'budget_id'
      where known.organization_id = ${organizationId} and known.id = ${id} and known.status = 'stopped'
        and (known.stopped_by::json ->> 'price')::numeric <= budget.amount - budget_spent(
          budget.organization_id, budget.id, period_began(budget.period, budget.time_zone, now())
        )
    ) as has_room`;
  return row.has_room;
}

/** Emits the progress of a running broadcast, every five seconds at most. */
export async function tellProgress(sql: Sql, { organizationId, id }: BroadcastKey): Promise<void> {
  await sql`select tell_progress(${organizationId}, ${id})`;
}

/** Marks the next so many people whom a cancelled broadcast did not come to; how many that were. */
export async function cancelPeople(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  most: number,
): Promise<number> {
  const [row] = await sql<{ marked: number }[]>`
    select cancel_people(${organizationId}, ${id}, ${most}) as marked`;
  return row?.marked ?? 0;
}

/** Takes back what waits in lanes for people of these time zones. */
export async function recall(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  zones: readonly string[],
): Promise<void> {
  await sql`select recall_broadcast(${organizationId}, ${id}, ${zones as string[]}::text[])`;
}

export type AudiencePerson = { contact_id: string; reason: string | null; zone: string };

/**
 * Writes a piece of the audience and where to continue (null: that was the end); false when it does not run any more.
 */
export async function writeAudience(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  daemonId: string,
  {
    people,
    next,
    cost,
    counted = {},
  }: { people: readonly AudiencePerson[]; next: string | null } & Pick<Taken, "cost"> &
    Partial<Pick<Taken, "counted">>,
): Promise<boolean> {
  const [row] = await sql<{ goes_on: boolean }[]>`
    select write_audience(
      ${organizationId}, ${id}, ${daemonId}, ${JSON.stringify(people)}::text::json, ${next}, ${cost}::numeric,
      ${JSON.stringify(counted)}::text::jsonb
    ) as goes_on`;
  return row?.goes_on ?? false;
}

/** Whether anybody of a broadcast's audience is written. */
export async function hasPeople(sql: Sql, { organizationId, id }: BroadcastKey): Promise<boolean> {
  const rows = await sql`
    select from broadcast_people where organization_id = ${organizationId} and broadcast_id = ${id} limit 1`;
  return rows.length > 0;
}

/** How many people of a broadcast were taken, at what cost, and how many of them count in each market's volume tiers. */
type Taken = { people: number; cost: number; counted: Record<string, number> };

/** Who was taken so far. */
export async function takenSoFar(sql: Sql, { organizationId, id }: BroadcastKey): Promise<Taken> {
  const [row] = await sql<Taken[]>`
    select cost::float8 as cost, counted, (
      select coalesce(sum(tally.people), 0)::bigint from broadcast_tallies as tally
      where tally.organization_id = known.organization_id and tally.broadcast_id = known.id
        and tally.status = 'waiting'
    ) as people
    from broadcasts as known where known.organization_id = ${organizationId} and known.id = ${id}`;
  return row ?? { people: 0, cost: 0, counted: {} };
}

/** Milliseconds until the pace lets the next piece go, and how many messages wait in the lane of each channel. */
export async function readPace(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
): Promise<{ waitMs: number; waiting: Map<string, number> }> {
  const [row] = await sql<{ wait_ms: number; waiting: Record<string, number> }[]>`
    select milliseconds_until(known.next_at) as wait_ms, (
      select coalesce(json_object_agg(counted.channel_id, counted.messages), '{}') from (
        select person.channel_id, count(*) as messages from broadcast_people as person
        where person.organization_id = known.organization_id and person.broadcast_id = known.id
          and person.status = 'accepted'
        group by person.channel_id
      ) as counted
    ) as waiting
    from broadcasts as known where known.organization_id = ${organizationId} and known.id = ${id}`;
  return { waitMs: row?.wait_ms ?? 0, waiting: new Map(Object.entries(row?.waiting ?? {})) };
}

/** The next people whose turn it is, of these time zones. */
export async function nextPeople(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  zones: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await sql<{ contact_id: string }[]>`
    select next.contact_id from unnest(${zones as string[]}::text[]) as open (zone)
    cross join lateral (
      select person.contact_id from broadcast_people as person
      where person.organization_id = ${organizationId} and person.broadcast_id = ${id} and person.status = 'waiting'
        and person.zone = open.zone
      order by person.contact_id
      limit ${most}
    ) as next
    order by next.contact_id
    limit ${most}`;
  return rows.map((row) => row.contact_id);
}

/** A message of a broadcast, and whose it is. */
export type PieceMessage = AcceptInput & { contact_id: string; broadcast_id: string };

/** Accepts a piece and writes down who is skipped; false when the broadcast does not run any more; see send_piece. */
export async function sendPiece(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  daemonId: string,
  piece: {
    messages: readonly PieceMessage[];
    skipped: readonly { contact_id: string; reason: string }[];
    pausedMs: number;
  },
): Promise<boolean> {
  const [row] = await sql<{ goes_on: boolean }[]>`
    select send_piece(
      ${organizationId}, ${id}, ${daemonId}, ${inputsJson(piece.messages)}::text::json,
      ${JSON.stringify(piece.skipped)}::text::json, after_milliseconds(${piece.pausedMs})
    ) as goes_on`;
  return row?.goes_on ?? false;
}

/**
 * Of the last so many messages with an outcome since the broadcast began or was resumed: how many, and how many failed.
 */
export async function lastOutcomes(
  sql: Sql,
  { organizationId, id }: BroadcastKey,
  since: Date,
  most: number,
): Promise<{ outcomes: number; failed: number; refused: number }> {
  const [row] = await sql<{ outcomes: number; failed: number; refused: number }[]>`
    select count(*) as outcomes, count(*) filter (where last.status = 'failed') as failed,
      count(*) filter (where last.reason = 'not_delivered_ecosystem') as refused
    from (
      select person.status, person.reason from broadcast_people as person
      where person.organization_id = ${organizationId} and person.broadcast_id = ${id}
        and person.message_id >= uuid_bound(${since}) and person.status in ('sent', 'delivered', 'read', 'failed')
      order by person.message_id desc
      limit ${most}
    ) as last`;
  return row ?? { outcomes: 0, failed: 0, refused: 0 };
}
