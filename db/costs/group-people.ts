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
