/** A reply is to the last broadcast that came to its writer within a week, and the first one counts. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const DAY_MS = 24 * 3600_000;
beforeAll(async () => {
  await database.sql`
    insert into broadcasts (organization_id, id, name, channel_ids, plan, status, started_at)
    values ('org_test', 'bc_any', 'News', '{ch_test}', '{}', 'running', now())`;
});

/** A broadcast came to somebody so many days ago. */
async function came(contact: string, broadcast: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  await database.sql`
    insert into broadcast_people (organization_id, broadcast_id, contact_id, status, message_id)
    values ('org_test', ${broadcast}, ${contact}, 'delivered', uuid_bound(${at}))`;
}

/** The broadcasts that count a reply of somebody, and when. */
async function replied(contact: string): Promise<{ broadcast_id: string; replied_at: Date }[]> {
  await database.sql`select note_broadcast_replies('org_test', array[${contact}])`;
  return await database.sql<{ broadcast_id: string; replied_at: Date }[]>`
    select broadcast_id, replied_at from broadcast_people where contact_id = ${contact} and replied_at is not null`;
}

test("of several, the last has the reply, with the time of the first", async () => {
  await came("ct_1", "bc_later", 1);
  await came("ct_1", "bc_earlier", 2);
  const first = await replied("ct_1");
  expect(first.map(({ broadcast_id }) => broadcast_id)).toEqual(["bc_later"]);
  expect(await replied("ct_1")).toEqual([...first]);
});

test("after more than a week, a reply is to none", async () => {
  await came("ct_2", "bc_old", 8);
  expect([...(await replied("ct_2"))]).toEqual([]);
});
