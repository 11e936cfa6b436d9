import type { Queryable, Transaction } from "../connection/client.ts";
import type { MediaRow } from "./media.ts";
import type { NewUpload } from "./uploads.ts";

type MediaKey = Pick<MediaRow, "organization_id" | "id">;

/** The existing form of a file; null without one. */
export async function findForm(
  sql: Queryable,
  { organization_id, id }: MediaKey,
  target: string,
): Promise<MediaRow | null> {
  const [row] = await sql<MediaRow[]>`
    select * from media
    where organization_id = ${organization_id} and converted_from = ${id} and kind = ${target} and status = 'stored'`;
  return row ?? null;
}

/** Makes a form one of its file's. Null when that was made meanwhile, or when its file is not there any more. */
export async function settleForm(
  sql: Transaction,
  { organization_id, id, converted_from, kind }: NewUpload,
): Promise<MediaRow | null> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`form ${organization_id} ${converted_from} ${kind}`}, 0))`;
  const [row] = await sql<MediaRow[]>`
    update media set status = 'stored', updated_at = now()
    where organization_id = ${organization_id} and id = ${id}
      and exists (
        select from media as file
        where file.organization_id = ${organization_id} and file.id = ${converted_from} and file.status = 'stored'
      )
      and not exists (
        select from media as other
        where other.organization_id = ${organization_id} and other.converted_from = ${converted_from}
          and other.kind = ${kind} and other.status = 'stored'
      )
    returning *`;
  return row ?? null;
}

/** Everything that a file was made into. */
export async function formsOf(sql: Queryable, { organization_id, id }: MediaKey): Promise<MediaKey[]> {
  return await sql<MediaKey[]>`
    select organization_id, id from media
    where organization_id = ${organization_id} and converted_from = ${id} and status = 'stored'`;
}

/** Forms whose files are not there any more. */
export async function orphanedForms(sql: Queryable, limit: number): Promise<MediaKey[]> {
  return await sql<MediaKey[]>`
    select organization_id, id from media as form
    where converted_from is not null and status = 'stored' and not exists (
      select from media as file where file.organization_id = form.organization_id and file.id = form.converted_from
    )
    limit ${limit}`;
}

/** An uploaded file, which nobody takes away until the transaction ends; null when it is not there. */
export async function holdUpload(
  sql: Transaction,
  organizationId: string,
  id: string,
): Promise<MediaRow | null> {
  const [row] = await sql<MediaRow[]>`
    select * from media
    where organization_id = ${organizationId} and id = ${id} and direction = 'outbound' and status = 'stored'
    for key share`;
  return row ?? null;
}

/** An uploaded file, or a form of one, to send; null when it is not there. */
export async function findFileToSend(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<MediaRow | null> {
  const [row] = await sql<MediaRow[]>`
    select * from media
    where organization_id = ${organizationId} and id = ${id} and direction <> 'inbound' and status = 'stored'`;
  return row ?? null;
}
