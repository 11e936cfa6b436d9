import type { Queryable } from "../connection/client.ts";

/** Somebody in a group: as WhatsApp names them there, and their digits where they are shown. */
export type GroupPerson = { participant: string; phone: string | null };

/** Who is in a group of an official number, by what WhatsApp reported. */
export async function findGroupPeople(
  sql: Queryable,
  { organization_id, id }: { organization_id: string; id: string },
  groupId: string,
): Promise<GroupPerson[]> {
  return await sql<GroupPerson[]>`
    select participant, phone from group_people
    where organization_id = ${organization_id} and channel_id = ${id} and group_id = ${groupId}
    order by participant`;
}

/** Writes down who is in a group, as it was read. */
export async function keepGroupPeople(
  sql: Queryable,
  { organization_id, id }: { organization_id: string; id: string },
  groupId: string,
  people: readonly GroupPerson[],
): Promise<void> {
  await sql`
    with read as (
      select distinct on (one.participant) one.participant, one.phone
      from json_to_recordset(${JSON.stringify(people)}::text::json) as one (participant text, phone text)
      order by one.participant
    ), gone as (
      delete from group_people as known
      where known.organization_id = ${organization_id} and known.channel_id = ${id} and known.group_id = ${groupId}
        and not exists (select from read where read.participant = known.participant)
    )
    insert into group_people (organization_id, channel_id, group_id, participant, phone)
    select ${organization_id}, ${id}, ${groupId}, participant, phone from read
    on conflict (organization_id, channel_id, group_id, participant) do update set phone = excluded.phone`;
}
