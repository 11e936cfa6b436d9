import { expect, test } from "bun:test";
import { priorityOf } from "../../daemon/lib/priority.ts";
import { RANKS, rankOf } from "../../db/lanes/priorities.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("statements have the ranks that the program has, by the same names and in the same order", async () => {
  const [row] = await database.sql`
    select high_priority() as high, normal_priority() as normal, low_priority() as low,
      array(select priorities()) as all`;
  expect(row).toEqual({
    high: rankOf("high"),
    normal: rankOf("normal"),
    low: rankOf("low"),
    all: [...RANKS],
  });
});

test("an item without a priority is normal, in the table as in the program", async () => {
  const [row] = await database.sql<{ priority: number }[]>`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values ('org_test', 'import', 'org_test', 'imp_test', 'imp_test', now()) returning priority`;
  expect([row?.priority, null].map((rank) => priorityOf(rank ?? null))).toEqual(["normal", "normal"]);
});

test.each([
  ["lane_items_low", "priority = low_priority()"],
  ["lane_items_ahead", "priority < low_priority()"],
])("%s serves a statement that names the rank", async (index, condition) => {
  const plan = await database.sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return await transaction.unsafe(`explain select from lane_items where order_key = 'x' and ${condition}`);
  });
  expect(JSON.stringify(plan)).toContain(index);
});
