import type { Queryable } from "../connection/client.ts";
import type { PersonStatus } from "./counts.ts";

/** Somebody of a broadcast's audience, with the result of their message. */
export type PersonRow = {
  contact_id: string;
  name: string | null;
  phone_number: string | null;
  status: PersonStatus;
  /** Why they were skipped, or the code of the error. */
  reason: string | null;
  channel_id: string | null;
  message_id: string | null;
  replied_at: Date | null;
  opted_out_at: Date | null;
  updated_at: Date;
};

export type PeopleFilter = { status?: string | undefined; reason?: string | undefined };

/** People of a broadcast, by the ids of their contacts; `after` is one of these. */
export async function listPeople(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
  { status, reason }: PeopleFilter,
  after: string | null,
  limit: number,
): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`
    select person.contact_id, contact.name, contact.phone_number, person.status, person.reason, person.channel_id,
      person.message_id, person.replied_at, person.opted_out_at, person.updated_at
    from broadcast_people as person
    left join lateral (
      select known.name, known.phone_number from contacts as known
      where known.organization_id = person.organization_id and known.id = person.contact_id
      limit 1
    ) as contact on true
    where person.organization_id = ${organizationId} and person.broadcast_id = ${id}
      ${after === null ? sql`` : sql`and person.contact_id > ${after}`}
      ${status === undefined ? sql`` : sql`and person.status = ${status}`}
      ${reason === undefined ? sql`` : sql`and person.reason = ${reason}`}
    order by person.contact_id
    limit ${limit}`;
}

/** Of how many people something is the reason; what it means, in the words of one of their messages' errors. */
export type ReasonRow = { status: PersonStatus; reason: string; people: number; meaning: string | null };

/** Why people of a broadcast were skipped, and why messages failed, the most frequent first. */
export async function countReasons(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ReasonRow[]> {
  return await sql<ReasonRow[]>`
    select counted.status, counted.reason, counted.people, message.error::json ->> 'title' as meaning
    from (
      select tally.status, tally.reason, sum(tally.people)::bigint as people, max(tally.example::text)::uuid as example
      from broadcast_tallies as tally
      where tally.organization_id = ${organizationId} and tally.broadcast_id = ${id}
        and tally.status in ('skipped', 'failed') and tally.reason is not null
      group by tally.status, tally.reason
      having sum(tally.people) > 0
    ) as counted
    left join lateral (
      select known.error from messages as known
      where known.organization_id = ${organizationId} and known.id = counted.example
      limit 1
    ) as message on true
    order by counted.people desc, counted.reason`;
}
