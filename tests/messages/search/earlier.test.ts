/** Whose messages of before the index are added first. */
import { expect, test } from "bun:test";
import { addEarlier } from "../../../daemon/messages/search/earlier.ts";
import { takeEarlierPlace } from "../../../db/messages/search/places.ts";
import { sharedDatabase } from "../../support/shared-database.ts";

const database = sharedDatabase();

/** Adds one block, and returns the organisations that have more. */
async function addOne(): Promise<[boolean, string[]]> {
  const isMore = await addEarlier(database.sql, async () => null, 0);
  const left = await database.sql<{ organization_id: string }[]>`
    select organization_id from message_search_places where earlier_than is not null order by 1`;
  return [isMore, left.map(({ organization_id }) => organization_id)];
}

test("the newest are added first, whosever they are, and no block is waited for that another daemon adds", async () => {
  const { sql } = database;
  await sql`
    insert into message_search_places (organization_id, position, event_id, earlier_than)
    values ('a', 0, '', 1000), ('b', 0, '', 3000), ('c', 0, '', 2000), ('d', 0, '', null)`;
  await sql.begin(async (other) => {
    expect(await takeEarlierPlace(other)).toMatchObject({ organization_id: "b", earlier_than: 3000 });
    expect(await addOne()).toEqual([true, ["a", "b"]]);
  });
  expect(await addOne()).toEqual([true, ["a"]]);
  expect(await addOne()).toEqual([true, []]);
  expect(await addOne()).toEqual([false, []]);
});
