/** A message that is charged, or taken back, where the count is past it already: each place of the month is given once. */
import { beforeAll, expect, test } from "bun:test";
import { readRates } from "../../daemon/costs/rates/rate-cards.ts";
import { recountDay } from "../../daemon/costs/recount/days.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { holdRecount } from "../../db/costs/recount.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

const DAY = "2026-11-10";
const CARD = "rc_behind";
/** The first two of a month cost more. */
const TIERS = [
  { above: 0, amount: 0.3 },
  { above: 2, amount: 0.2 },
];

/** An organisation whose days are counted anew, a message at a time. */
async function counting() {
  const { sql } = database;
  const org = costOrganization(database);
  await sql.begin(async (transaction) => {
    await transaction`delete from rate_cards`;
    await transaction`delete from rates`;
    await transaction`insert into rate_cards ${sql({ id: CARD, currency: "EUR", valid_from: "2026-11-01" })}`;
    const rate = { card_id: CARD, country: "DE", category: "utility", market: "DE" };
    await transaction`insert into rates ${sql(TIERS.map((tier) => ({ ...rate, ...tier })))}`;
  });
  await sql`insert into channels (organization_id, id, platform, status, name, waba_id, phone_number)
    values (${org.id}, 'ch_test', 'whatsapp_official', 'connected', 'Shop', 'business', '+4930123456')`;
  await sql`insert into cost_recounts (organization_id, since, stage, settles_at) values (${org.id}, '2026-11-01', 'days', now())`;
  const price = { ...org.tiered, basis: CARD, tiers: JSON.stringify(TIERS), day: DAY };
  const step = () =>
    sql.begin(async (transaction) => {
      const row = await holdRecount(transaction, org.id);
      if (row === null) throw new Error("nothing is counted");
      const templates = { find: async () => null };
      return await recountDay({
        sql: transaction,
        templates,
        rates: await readRates(transaction),
        row,
        most: 1,
      });
    });
  return {
    accept: () => org.accept(),
    charge: async (id: string, on: { sql: Queryable } = database) =>
      await settleOn(on)(org.billed(id, price)),
    takeBack: async (id: string) => await settleOn(database)(org.failed(id)),
    step,
    async rest() {
      while ((await step()) !== "nothing");
    },
    async total() {
      return (await org.sums()).reduce((sum, { amount }) => sum + Number(amount), 0);
    },
  };
}

test("a message that is charged behind the count takes the next place of it", async () => {
  const { accept, charge, step, rest, total } = await counting();
  const [late, first, next] = [await accept(), await accept(), await accept()];
  await charge(first);
  await step();
  await charge(late);
  await charge(next);
  await rest();
  expect(await total()).toBeCloseTo(0.3 + 0.3 + 0.2, 10);
});

test("two messages that are charged behind the count at once take a place each", async () => {
  const { accept, charge, step, rest, total } = await counting();
  const ids = [await accept(), await accept(), await accept(), await accept()];
  await charge(ids[2] ?? "");
  await step();
  let other: Promise<unknown> = Promise.resolve();
  await database.sql.begin(async (transaction) => {
    await charge(ids[0] ?? "", { sql: transaction });
    other = charge(ids[1] ?? "");
    await until(
      async () =>
        (
          await database.sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        ).length > 0,
    );
  });
  await other;
  await charge(ids[3] ?? "");
  await rest();
  expect(await total()).toBeCloseTo(0.3 + 0.3 + 0.2 + 0.2, 10);
});

test("a message that is taken back behind the count leaves its place to those that follow", async () => {
  const { accept, charge, takeBack, step, rest, total } = await counting();
  const ids = [await accept(), await accept(), await accept()];
  await charge(ids[0] ?? "");
  await charge(ids[1] ?? "");
  await step();
  await step();
  await takeBack(ids[0] ?? "");
  await charge(ids[2] ?? "");
  await rest();
  expect(await total()).toBeCloseTo(0.3 + 0.3, 10);
});
