import type { Queryable, Sql } from "../connection/client.ts";

export const ERASURE_STATUSES = ["waiting", "running", "completed", "cancelled"] as const;

/** An erasure of a person, and how far it is; see begin.sql. */
export type ErasureRow = {
  organization_id: string;
  id: string;
  contact_id: string;
  reason: string;
  status: (typeof ERASURE_STATUSES)[number];
  erase_at: Date;
  stage: "messages" | "groups" | "texts" | "events" | "deliveries" | "completed";
  place: string;
  messages: number;
  files: number;
  events: number;
  author: string;
  created_at: Date;
  finished_at: Date | null;
};

/** The key of an erasure: the payload of its job, too. */
export type ErasureKey = { organizationId: string; id: string };

/** Plans to erase a contact after so many seconds. Null where it is gone, or another erasure of it waits. */
export async function startErasure(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
  { contact_id, reason, author }: Pick<ErasureRow, "contact_id" | "reason" | "author">,
  delaySeconds: number,
): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`
    with contact as (
      select id from contacts where organization_id = ${organizationId} and id = ${contact_id} for update
    )
    insert into contact_erasures (organization_id, id, contact_id, reason, author, erase_at)
    select ${organizationId}, ${id}, contact.id, ${reason}, ${author}, now() + make_interval(secs => ${delaySeconds})
    from contact
    where not exists (
      select from contact_erasures as other
      where other.organization_id = ${organizationId} and other.contact_id = contact.id and other.status = 'waiting'
    )
    returning *`;
  if (row !== undefined) await planErasure(sql, { organizationId, id }, delaySeconds * 1000);
  return row ?? null;
}

/** Continues an erasure after so long. */
export async function planErasure(sql: Queryable, key: ErasureKey, delayMs: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      'erase_contact', ${JSON.stringify(key)}::text::json, run_at => after_milliseconds(${delayMs}),
      job_key => ${`erase_contact:${key.id}`}, max_attempts => 1000, priority => 10,
      queue_name => long_jobs_of(${key.organizationId})
    )`;
}

export async function findErasure(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`
    select * from contact_erasures where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Erasures of an organisation, or of one contact, the newest first, older than `before`. */
export async function listErasures(
  sql: Sql,
  { organizationId, contactId }: { organizationId: string; contactId: string | null },
  { before, most }: { before: string | null; most: number },
): Promise<ErasureRow[]> {
  return await sql<ErasureRow[]>`
    select * from contact_erasures
    where organization_id = ${organizationId} and id < coalesce(${before}, 'f')
      and contact_id = coalesce(${contactId}, contact_id)
    order by id desc limit ${most}`;
}

/** Takes an erasure back; null when it has begun, or was taken back before. */
export async function cancelErasure(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`
    update contact_erasures set status = 'cancelled', finished_at = now()
    where organization_id = ${organizationId} and id = ${id} and status = 'waiting'
    returning *`;
  return row ?? null;
}

/** Begins an erasure whose time has come; true when it has to wait, see begin_erasure. */
export async function beginErasure(sql: Sql, { organizationId, id }: ErasureKey): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`select begin_erasure(${organizationId}, ${id}) as waits`;
  return row?.waits ?? false;
}

/** Takes the next step of a stage that needs nothing but SQL; true when it has to wait. */
export async function stepErasure(
  sql: Sql,
  { organizationId, id }: ErasureKey,
  most: number,
): Promise<boolean> {
  const [row] = await sql<
    { waits: boolean }[]
  >`select step_erasure(${organizationId}, ${id}, ${most}) as waits`;
  return row?.waits ?? false;
}

/** Goes on with the next stage. */
export async function nextStage(sql: Queryable, { organizationId, id }: ErasureKey): Promise<void> {
  await sql`select next_stage(${organizationId}, ${id})`;
}
