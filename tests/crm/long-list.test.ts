/** Deleting a list that is long: it is gone at once, and its records are taken off it in pieces. */
import { expect, test } from "bun:test";
import type { Queryable } from "../../db/connection/client.ts";
import { deleteList } from "../../db/crm/lists.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const MANY = 3000;
const waypost = sharedDaemon();

async function left(sql: Queryable, id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from crm_list_entries where list_id = ${id}`;
  return row?.count ?? 0;
}

test("each record of a long list has one event, after the list is gone", async () => {
  const { id } = (await waypost.call("POST", "/v1/crm/lists", { name: "Everybody" })).body;
  await waypost.sql`
    insert into crm_list_entries (organization_id, list_id, record_id)
    select ${waypost.organizationId}, ${id}, 'rec_' || n from generate_series(1, ${MANY}::integer) as n`;
  await waypost.sql.begin(async (transaction) => {
    expect(await deleteList(transaction, waypost.organizationId, id)).toBe(true);
    // one piece of it within the request, and no more
    expect(await left(transaction, id)).toBe(MANY - 200);
  });
  expect((await waypost.call("GET", `/v1/crm/lists/${id}/entries`)).status).toBe(404);
  await until(async () => (await left(waypost.sql, id)) === 0);
  const events = await waypost.sql`
    select distinct body::json ->> 'record_id' from events
    where type = 'crm.list.entry_removed' and body::json ->> 'list_name' = 'Everybody'`;
  expect(events).toHaveLength(MANY);
});
