import type { Queryable, Sql } from "../connection/client.ts";
import type { RecordKind } from "./records.ts";

export type ListRow = { id: string; name: string; entries: number; created_at: Date; updated_at: Date };

/** Entries of a list are counted up to here: more is more. */
export const MOST_COUNTED = 10_000;

/** Makes a list with nothing on it. */
export async function insertList(
  sql: Queryable,
  organizationId: string,
  id: string,
  name: string,
): Promise<ListRow> {
  const [row] = await sql<ListRow[]>`
    insert into crm_lists (organization_id, id, name) values (${organizationId}, ${id}, ${name})
    returning *, 0 as entries`;
  if (row === undefined) throw new Error("the list was not written");
  return row;
}

/** A list, or null. */
export async function findList(sql: Queryable, organizationId: string, id: string): Promise<ListRow | null> {
  const [row] = await sql<ListRow[]>`
    select list.*, ${entriesOf(sql)} from crm_lists as list
    where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Lists, the newest first; `before` is the id of one. */
export async function listLists(
  sql: Queryable,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<ListRow[]> {
  return await sql<ListRow[]>`
    select list.*, ${entriesOf(sql)} from crm_lists as list
    where organization_id = ${organizationId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`;
}

function entriesOf(sql: Queryable) {
  return sql`(
    select count(*) from (
      select from crm_list_entries as entry
      where entry.organization_id = list.organization_id and entry.list_id = list.id
      -- by the index of the list: where one has all entries, the others' would be looked for among them
      order by entry.position
      limit ${MOST_COUNTED}
    ) as counted
  ) as entries`;
}

/** Gives a list another name; false when there is none. */
export async function renameList(
  sql: Queryable,
  organizationId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { count } = await sql`
    update crm_lists set name = ${name}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}`;
  return count > 0;
}

/** Deletes a list, telling that each of its records is off it; false when there is none. */
export async function deleteList(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<
    { deleted: boolean }[]
  >`select delete_crm_list(${organizationId}, ${id}) as deleted`;
  return row?.deleted ?? false;
}

/** A list that is gone, whose records are taken off it: the payload of that job. */
export type EndedList = { organizationId: string; listId: string; name: string };

/** Takes the next records, at most so many, off a list that is gone; see end_list_entries. */
export async function endListEntries(
  sql: Sql,
  { organizationId, listId, name }: EndedList,
  most: number,
): Promise<"step" | "nothing"> {
  const [row] = await sql<{ next: "step" | "nothing" }[]>`
    select end_list_entries(${organizationId}, ${listId}, ${name}, ${most}) as next`;
  return row?.next ?? "nothing";
}

/** Continues it after so long. */
export async function planListEnd(sql: Sql, list: EndedList, delayMs: number): Promise<void> {
  await sql`select plan_list_end(${list.organizationId}, ${list.listId}, ${list.name}, ${delayMs})`;
}

export type EntryRow = {
  position: number;
  record_id: string;
  kind: RecordKind;
  display_name: string;
  added_at: Date;
};

/** Records on a list, the one put on it last first; `before` is the position of one. */
export async function listEntries(
  sql: Queryable,
  organizationId: string,
  listId: string,
  before: string | null,
  limit: number,
): Promise<EntryRow[]> {
  return await sql<EntryRow[]>`
    select entry.position, entry.record_id, known.object_kind as kind, known.display_name, entry.added_at
    from crm_list_entries as entry
    cross join lateral (select * from crm_record_of(entry.organization_id, entry.record_id) limit 1) as known
    where entry.organization_id = ${organizationId} and entry.list_id = ${listId}
      ${before === null ? sql`` : sql`and entry.position < ${before}::bigint`}
    order by entry.position desc
    limit ${limit}`;
}

/** Puts records on a list, with events of those that were not on it, whose ids it returns. */
export async function addEntries(
  sql: Queryable,
  organizationId: string,
  listId: string,
  recordIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from add_crm_entries(${organizationId}, ${listId}, ${recordIds as string[]}::text[]) as id`;
  return rows.map((row) => row.id);
}

/** Which of these are records. */
export async function knownRecords(
  sql: Queryable,
  organizationId: string,
  recordIds: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select wanted.id from unnest(${recordIds as string[]}::text[]) as wanted (id)
    cross join lateral (select from crm_record_of(${organizationId}, wanted.id) limit 1) as known`;
  return new Set(rows.map((row) => row.id));
}

/** Takes a record off a list, with its event; false when it is not on it. */
export async function removeEntry(
  sql: Queryable,
  organizationId: string,
  listId: string,
  recordId: string,
): Promise<boolean> {
  const [row] = await sql<{ removed: boolean }[]>`
    select remove_crm_entry(${organizationId}, ${listId}, ${recordId}) as removed`;
  return row?.removed ?? false;
}
