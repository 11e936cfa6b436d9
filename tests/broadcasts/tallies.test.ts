/** The figures of a broadcast are added up from what changes its people, not counted. */
import { expect, test } from "bun:test";
import { countPeople } from "../../db/broadcasts/counts.ts";
import { countReasons, type ReasonRow } from "../../db/broadcasts/people.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const PEOPLE = 300;
const key = { organizationId: "org_tallies", id: "bc_tallies" };

test("counts and reasons are those of the people, also with changes at the same time", async () => {
  const { sql } = database;
  await sql`
    insert into broadcast_people (organization_id, broadcast_id, contact_id, status)
    select ${key.organizationId}, ${key.id}, 'ct_' || number, 'waiting' from generate_series(1, ${PEOPLE}) as number`;
  const statuses = ["accepted", "sent", "delivered", "read", "failed", "skipped"];
  const change = (round: number) => sql`
    update broadcast_people set
      status = ${statuses[round % statuses.length] ?? ""}, replied_at = ${round % 5 === 0 ? new Date() : null},
      reason = ${round % statuses.length < 4 ? null : `reason_${round % 3}`}
    where contact_id = ${`ct_${(round % PEOPLE) + 1}`}`;
  const undone = sql
    .begin(async (transaction) => {
      await transaction`update broadcast_people set status = 'cancelled'`;
      throw new Error("undone");
    })
    .catch(() => {});
  await Promise.all([undone, ...Array.from({ length: 500 }, (_, round) => change(round))]);
  const counted = await sql<{ status: string; people: number }[]>`
    select status, count(*) as people from broadcast_people group by status
    union all select 'audience', count(*) from broadcast_people
    union all select 'replied', count(*) from broadcast_people where replied_at is not null`;
  const counts = (await countPeople(sql, key.organizationId, [key.id])).get(key.id);
  expect(counts).toMatchObject(Object.fromEntries(counted.map(({ status, people }) => [status, people])));
  const reasons = await sql<Omit<ReasonRow, "meaning">[]>`
    select status, reason, count(*) as people from broadcast_people where reason is not null
    group by status, reason order by people desc, reason`;
  expect(await countReasons(sql, key)).toMatchObject([...reasons]);
  const [tallies] = await sql<{ rows: number }[]>`select count(*) as rows from broadcast_tallies`;
  // each change alone wrote two or more
  expect(tallies?.rows).toBeLessThan(300);
});
