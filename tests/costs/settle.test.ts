/** What is written down of costs as statuses come, whatever their order and however often. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { applyStatuses } from "../messages/apply-statuses.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn, TIERS } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});
const organization = () => costOrganization(database);
const settle = settleOn(database);

const none = { free: 0, unpriced: 0 };

test("a message is charged once, however often its delivery is reported", async () => {
  const org = organization();
  const message = await org.accept({ author: "key_1", broadcast_id: "bc_1" });
  await settle(org.billed(message), org.billed(message, { day: "2026-12-01" }));
  await settle(org.billed(message), org.free(message));
  const row = { at: "2026-11-30", category: "utility", messages: 1, ...none, amount: "0.03" };
  expect([...(await org.sums())]).toEqual([row]);
  expect([...(await org.sums("month"))]).toEqual([{ ...row, at: "2026-11-01" }]);
  const [whole] = await database.sql`select country, key, broadcast_id from cost_sums
    where organization_id = ${org.id} and span = 'day'`;
  expect(whole).toEqual({ country: "DE", key: "key_1", broadcast_id: "bc_1" });
  const contacts = await database.sql`select at::text, messages::integer, amount::text from cost_contacts
    where organization_id = ${org.id}`;
  expect([...contacts]).toEqual([{ at: "2026-11-01", messages: 1, amount: "0.03" }]);
});

test("the messages of a month reach lower rates in any order, and each month begins again", async () => {
  const org = organization();
  const messages = await Promise.all(Array.from({ length: 6 }, () => org.accept()));
  const [first = "", ...others] = messages;
  await settle(...others.slice(0, 3).map((message) => org.billed(message, org.tiered)));
  await settle(...others.slice(3).map((message) => org.billed(message, org.tiered)));
  await settle(org.billed(first, { ...org.tiered, day: "2026-12-01" }));
  expect((await org.sums()).map(({ at, amount }) => [at, amount])).toEqual([
    ["2026-11-30", "0.11"],
    ["2026-12-01", "0.03"],
  ]);
});

test("daemons that count in the same markets at once neither wait for each other for good nor miscount", async () => {
  const org = organization();
  const markets = ["DE", "US", "BR"];
  const rounds = await Promise.all(
    Array.from({ length: 8 }, async (_, nth) => {
      const messages = await Promise.all(markets.map(() => org.accept({ channel_id: `ch_${nth}` })));
      const charges = messages.map((message, place) => ({
        ...org.billed(message, { ...org.tiered, market: markets[(place + nth) % 3] ?? "" }),
        channel_id: `ch_${nth}`,
      }));
      return nth % 2 === 0 ? charges : charges.toReversed();
    }),
  );
  await Promise.all(rounds.map((charges) => settle(...charges)));
  const [sum] = await database.sql`
    select sum(messages)::integer as messages, sum(amount)::text as amount from cost_sums
    where organization_id = ${org.id} and span = 'total'`;
  // of each market two at the first rate, two at the second, and four at the last
  expect(sum).toEqual({ messages: 24, amount: "0.42" });
});

test("a message that failed after it was charged is not on the bill, which the lowest rate leaves first", async () => {
  const org = organization();
  const card = { id: `rc_${org.id}`, currency: org.id, valid_from: "2026-10-01" };
  await database.sql`insert into rate_cards ${database.sql(card)}`;
  const rates = TIERS.map((tier) => ({
    card_id: card.id,
    country: "DE",
    category: "utility",
    market: "DE",
    ...tier,
  }));
  await database.sql`insert into rates ${database.sql(rates)}`;
  const messages = await Promise.all(Array.from({ length: 5 }, () => org.accept()));
  await settle(...messages.map((message) => org.billed(message, org.tiered)));
  const [first = ""] = messages;
  await settle(org.failed(first), org.failed(first));
  await settle(org.failed(first));
  expect([...(await org.sums())]).toEqual([
    { at: "2026-11-30", category: "utility", messages: 4, ...none, amount: "0.10" },
  ]);
  expect(await org.costs(first)).toEqual({ state: "refunded", amount: "0" });
});

test("what failed before it was charged costs nothing, and is charged if it was delivered after all", async () => {
  const org = organization();
  const message = await org.accept();
  await settle(org.failed(message));
  expect(await org.sums()).toHaveLength(0);
  await settle(org.billed(message));
  expect(await org.costs(message)).toEqual({ state: "billed", amount: "0.03" });
});

test("a delivery whose failure was reported before it is not charged", async () => {
  const org = organization();
  const [message, other] = [await org.accept(), await org.accept()];
  const failure = { error: '{"code":"x"}', pricing: null, at: new Date() };
  const failed = (id: string) => ({
    ...failure,
    message_id: id,
    provider_message_id: `wamid.${id}`,
    status: "failed",
  });
  const channel = { organizationId: org.id, channelId: "ch_test" };
  await applyStatuses(database.sql, channel, [failed(message), failed(other)]);
  const at = (seconds: number) => ({ at: new Date(failure.at.getTime() + seconds * 1000) });
  await settle(
    { ...org.billed(message, org.tiered), ...at(-1) },
    { ...org.billed(other, org.tiered), ...at(1) },
  );
  expect(await org.costs(message)).toEqual({ state: "refunded", amount: "0" });
  expect((await org.sums()).map(({ messages, amount }) => [messages, amount])).toEqual([[1, "0.03"]]);
  expect(await org.counted()).toBe(1);
});

test("a delivery is charged when the record of its message is gone, and never as one of another channel", async () => {
  const org = organization();
  await settle(org.billed(Bun.randomUUIDv7()));
  const other = await org.accept({ channel_id: "ch_other" });
  await settle(org.billed(other));
  expect((await org.sums()).map(({ messages }) => messages)).toEqual([1]);
});

test("free answers are counted by their number, and what has no rate is counted without one", async () => {
  const org = organization();
  const [answer, unpriced] = [await org.accept(), await org.accept()];
  await settle(org.free(answer), org.billed(unpriced, { category: "marketing", tiers: null }));
  expect([...(await org.sums())]).toEqual([
    { at: "2026-11-30", category: "marketing", messages: 1, free: 0, unpriced: 1, amount: "0" },
    { at: "2026-11-30", category: "service", messages: 1, free: 1, unpriced: 0, amount: "0" },
  ]);
  expect(await org.taken()).toBe(1);
  await settle(org.failed(answer));
  expect(await org.taken()).toBe(0);
});

test("a tier that the platform says is reached is expected from then on, and bills nothing", async () => {
  const org = organization();
  const reached = { unit: "business", market: "DE", counted: "utility", month: "2026-11-01" };
  for (const messages of [2, 1])
    await database.sql`select reach_tier(${org.id}, ${JSON.stringify({ ...reached, messages })}::text::json)`;
  const message = await org.accept({
    cost: { ...org.service(), category: "utility", number: null, ...org.tiered },
  });
  expect(await org.expected(message)).toMatchObject({ amount: 0.02 });
  await settle(org.billed(message, org.tiered));
  expect(await org.costs(message)).toEqual({ state: "billed", amount: "0.03" });
});
