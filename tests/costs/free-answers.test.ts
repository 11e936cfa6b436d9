/** The free answers of a number and month: which are taken, and when they are used. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});
const organization = () => costOrganization(database);
const settle = settleOn(database);

test("an accepted answer takes one of the free ones, and gives it back unless it is delivered as one", async () => {
  const org = organization();
  const [delivered, cancelled, ofAd] = [await org.answer(), await org.answer(), await org.answer()];
  expect(await org.taken()).toBe(3);
  await settle(org.free(delivered));
  expect(await org.taken()).toBe(3);
  await settle(org.free(ofAd, "free_entry_point"));
  expect(await org.taken()).toBe(2);
  await database.sql`select advance_messages(array[status_change(${org.id}, ${cancelled}::uuid, 'cancelled')])`;
  expect(await org.taken()).toBe(1);
});

test("one that was due in another month is taken from that in which it is delivered", async () => {
  const org = organization();
  const late = await org.answer({ day: "2026-10-31" });
  expect([await org.taken("2026-10-01"), await org.taken()]).toEqual([1, 0]);
  await settle(org.free(late));
  expect([await org.taken("2026-10-01"), await org.taken()]).toEqual([0, 1]);
});

test("a billed answer says that the free ones of its number and month are used", async () => {
  const org = organization();
  await org.answer();
  const billed = await org.answer();
  await settle(org.billed(billed, { category: "service" }));
  expect([await org.taken(), await org.taken("2026-12-01")]).toEqual([1000, 0]);
  expect(await org.expected(await org.answer())).toMatchObject({ type: "regular", amount: 0.03 });
  expect(await org.expected(await org.answer({ day: "2026-12-01" }))).toMatchObject({ amount: 0 });
});

test("what is accepted and not reported counts, within a batch, too, however often they are added up", async () => {
  const org = organization();
  const answers = (most: number) =>
    Array.from({ length: most }, () =>
      textInput({ ...org.named, address: "4915123456701", cost: org.service() }),
    );
  for (const most of [600, 1, 1, ...Array<number>(120).fill(3)])
    await acceptMessages(database.sql, answers(most));
  expect(await org.taken()).toBe(962);
  const last = answers(40);
  await acceptMessages(database.sql, last);
  const types = await Promise.all(last.map(async ({ id }) => (await org.expected(id)).type));
  expect(types.filter((type) => type === "free_customer_service")).toHaveLength(38);
  expect(types.slice(38)).toEqual(["regular", "regular"]);
  const rows = await database.sql`select from free_answers where organization_id = ${org.id}`;
  expect(rows.length).toBeLessThan(110);
});
