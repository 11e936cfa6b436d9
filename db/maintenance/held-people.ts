import type { Queryable } from "../connection/client.ts";

const USUAL_WAIT_MS = 1000;
const HELD_WAIT_MS = 1800_000;

/** Whether a contact can't be erased for now: they are in a conversation under a legal hold. */
export async function isPersonHeld(
  sql: Queryable,
  organizationId: string,
  contactId: string,
): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    select is_person_held(${organizationId}, ${contactId}) as held`;
  return row?.held ?? false;
}

/** After how many milliseconds an erasure is tried again: half an hour during a legal hold, which may last for years. */
export async function waitOfErasure(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<number> {
  const [row] = await sql<{ held: boolean }[]>`
    select is_person_held(organization_id, contact_id) as held from contact_erasures
    where organization_id = ${organizationId} and id = ${id}`;
  return row?.held === true ? HELD_WAIT_MS : USUAL_WAIT_MS;
}
