import type { Queryable } from "../connection/client.ts";

export type CommentRow = {
  id: string;
  record_id: string;
  body: string;
  author: string | null;
  created_at: Date;
};

/** Writes a comment, with its event; false when there is no such record. */
export async function createComment(
  sql: Queryable,
  organizationId: string,
  { id, recordId, body, author }: { id: string; recordId: string; body: string; author: string },
): Promise<boolean> {
  const [row] = await sql<{ made: boolean }[]>`
    select create_crm_comment(${organizationId}, ${recordId}, ${id}, ${body}, ${author}) as made`;
  return row?.made ?? false;
}

/** Comments on a record, the newest first; `before` is the id of one. */
export async function listComments(
  sql: Queryable,
  organizationId: string,
  recordId: string,
  before: string | null,
  limit: number,
): Promise<CommentRow[]> {
  return await sql<CommentRow[]>`
    select id, record_id, body, author, created_at from crm_comments
    where organization_id = ${organizationId} and record_id = ${recordId}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`;
}

export async function findComment(
  sql: Queryable,
  organizationId: string,
  recordId: string,
  id: string,
): Promise<CommentRow | null> {
  const [row] = await sql<CommentRow[]>`
    select id, record_id, body, author, created_at from crm_comments
    where organization_id = ${organizationId} and record_id = ${recordId} and id = ${id}`;
  return row ?? null;
}

/** Deletes a comment, with its event; false when there is none. */
export async function deleteComment(
  sql: Queryable,
  organizationId: string,
  recordId: string,
  id: string,
): Promise<boolean> {
  const [row] = await sql<{ deleted: boolean }[]>`
    select delete_crm_comment(${organizationId}, ${recordId}, ${id}) as deleted`;
  return row?.deleted ?? false;
}

export type RelationshipRow = {
  id: string;
  record_id: string;
  related_record_id: string;
  type: string;
  created_at: Date;
};

/** Links two records, with its event; `exists` when they are linked so already, `missing` when one is no record. */
export async function linkRecords(
  sql: Queryable,
  organizationId: string,
  { id, record_id, related_record_id, type }: Omit<RelationshipRow, "created_at">,
): Promise<"linked" | "exists" | "missing"> {
  const [row] = await sql<{ outcome: "linked" | "exists" | "missing" }[]>`
    select link_crm_records(${organizationId}, ${id}, ${record_id}, ${related_record_id}, ${type}) as outcome`;
  return row?.outcome ?? "missing";
}

/** The relationship that links two records in one way. */
export async function findRelationship(
  sql: Queryable,
  organizationId: string,
  { record_id, related_record_id, type }: Pick<RelationshipRow, "record_id" | "related_record_id" | "type">,
): Promise<RelationshipRow | null> {
  const [row] = await sql<RelationshipRow[]>`
    select id, record_id, related_record_id, type, created_at from crm_relationships
    where organization_id = ${organizationId} and record_id = ${record_id}
      and related_record_id = ${related_record_id} and type = ${type}`;
  return row ?? null;
}

/** Relationships of a record, from either side, the newest first; `before` is the id of one. */
export async function listRelationships(
  sql: Queryable,
  organizationId: string,
  recordId: string,
  before: string | null,
  limit: number,
): Promise<RelationshipRow[]> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  const columns = sql`id, record_id, related_record_id, type, created_at`;
  return await sql<RelationshipRow[]>`
    (select ${columns} from crm_relationships
     where organization_id = ${organizationId} and record_id = ${recordId} ${older}
     order by id desc limit ${limit})
    union
    (select ${columns} from crm_relationships
     where organization_id = ${organizationId} and related_record_id = ${recordId} ${older}
     order by id desc limit ${limit})
    order by id desc
    limit ${limit}`;
}

/** Ends a relationship of a record, with its event; false when there is none. */
export async function unlinkRecords(
  sql: Queryable,
  organizationId: string,
  recordId: string,
  id: string,
): Promise<boolean> {
  const [row] = await sql<{ ended: boolean }[]>`
    select unlink_crm_records(${organizationId}, ${recordId}, ${id}) as ended`;
  return row?.ended ?? false;
}
