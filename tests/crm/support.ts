import type { TestDaemon } from "../support/daemon.ts";

/** The events of a record, in order: names and bodies. */
export async function eventsAbout(
  { sql }: TestDaemon,
  recordId: string,
): Promise<[string, Record<string, unknown>][]> {
  const rows = await sql<{ type: string; body: string }[]>`select type, body from events order by id`;
  return rows
    .map(({ type, body }): [string, Record<string, unknown>] => [type, JSON.parse(body)])
    .filter(([, body]) => body.record_id === recordId);
}

/** A contact of the organisation; its id. */
export async function makeContact({ sql, organizationId }: TestDaemon, fields: object): Promise<string> {
  const rows = JSON.stringify([{ n: 0, ...fields }]);
  const [row] = await sql<{ contact_id: string }[]>`
    select contact_id from upsert_contacts(${organizationId}, ${rows}::text::json)`;
  return row?.contact_id ?? "";
}
