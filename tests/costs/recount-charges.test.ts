/** Charges counted anew, a few at a time: in the order of their days, with the month's volume tiers, and whatever comes between. */
import { beforeAll, expect, test } from "bun:test";
import { type Recount, recountCosts } from "../../daemon/costs/recount/recount.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

const CARD = "rc_EUR";
type Org = ReturnType<typeof costOrganization>;

/** Sets the one card of the installation, whose first two messages of a month cost the most, and asks for the count. */
async function setCard(from: string, [first, later]: readonly [number, number]): Promise<void> {
  const { sql } = database;
  const rate = { card_id: CARD, country: "DE", category: "utility", market: "DE" };
  await sql.begin(async (transaction) => {
    await transaction`delete from rate_cards`;
    await transaction`delete from rates`;
    await transaction`insert into rate_cards ${transaction({ id: CARD, currency: "EUR", valid_from: from })}`;
    const rates = [
      { ...rate, above: 0, amount: first },
      { ...rate, above: 2, amount: later },
    ];
    await transaction`insert into rates ${transaction(rates)}`;
    await transaction`select ask_recounts(${from}::date)`;
  });
}

const find = () => Promise.resolve(null);

/** Runs the job as often as it plans itself, one message at a time. */
async function recount(organization_id: string, most = 1): Promise<void> {
  const job: Recount = { organization_id };
  const isCounting = async () =>
    (
      await database.sql`select from cost_recounts where organization_id = ${organization_id} and said_since is not null`
    ).length > 0;
  while (await isCounting()) await recountCosts({ sql: database.sql, templates: { find } }, job, most);
}

/** An organisation with an official number, and so many messages of a day, charged in volume tiers. */
async function organization() {
  const org = costOrganization(database);
  const settle = settleOn(database);
  await database.sql`insert into channels (organization_id, id, platform, status, name, waba_id, phone_number)
    values (${org.id}, 'ch_test', 'whatsapp_official', 'connected', 'Shop', 'business', '+4930123456')`;
  const charge = async (...days: string[]) => {
    const messages = [];
    for (const day of days) {
      const id = await org.accept();
      await settle(org.billed(id, { ...org.tiered, day }));
      messages.push(id);
    }
    return messages;
  };
  return { org, settle, charge };
}

const amounts = (org: Org, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => Number((await org.costs(id))?.amount)));

test("tiers are reached in the order of days, those before count and keep their price, and months begin anew", async () => {
  const { org, charge } = await organization();
  const ids = await charge(
    "2026-11-30",
    "2026-11-03",
    "2026-11-05",
    "2026-12-01",
    "2026-11-06",
    "2026-11-30",
  );
  expect(await amounts(org, ids)).toEqual([0.03, 0.03, 0.02, 0.03, 0.02, 0.01]);
  await setCard("2026-11-04", [0.3, 0.2]);
  await recount(org.id);
  expect(await amounts(org, ids)).toEqual([0.2, 0.03, 0.3, 0.3, 0.2, 0.2]);
  expect((await org.sums()).map(({ at, amount }) => [at, Number(amount)])).toEqual([
    ["2026-11-03", 0.03],
    ["2026-11-05", 0.3],
    ["2026-11-06", 0.2],
    ["2026-11-30", 0.4],
    ["2026-12-01", 0.3],
  ]);
  // once more, and larger pieces, change nothing
  await database.sql`select ask_recounts('2026-11-04')`;
  await recount(org.id, 100);
  expect(await amounts(org, ids)).toEqual([0.2, 0.03, 0.3, 0.3, 0.2, 0.2]);
});

test("a message that failed after it was charged stays off the bill, and the others move up", async () => {
  const { org, settle, charge } = await organization();
  const ids = await charge("2026-11-03", "2026-11-04", "2026-11-05");
  // by the card of that time, the last of them has its price no longer
  const rates = [
    { above: 0, amount: 0.03 },
    { above: 2, amount: 0.02 },
  ];
  await database.sql`insert into rates ${database.sql(
    rates.map((rate) => ({
      ...rate,
      card_id: `rc_${org.id}`,
      country: "DE",
      category: "utility",
      market: "DE",
    })),
  )}`;
  await settle(org.failed(ids[0] ?? ""));
  const [row] =
    await database.sql`select residue::float8 as residue from message_costs where residue is not null`;
  expect(row).toEqual({ residue: 0.01 });
  await setCard("2026-11-01", [0.3, 0.2]);
  await recount(org.id);
  expect(await amounts(org, ids)).toEqual([0, 0.3, 0.3]);
  const total = (await org.sums()).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(total).toBeCloseTo(0.6, 10);
});

test("another market and a card without tiers are counted where they belong from then on", async () => {
  const { org, settle, charge } = await organization();
  await charge("2026-11-03", "2026-11-04");
  await setCard("2026-11-01", [0.3, 0.2]);
  await database.sql`update rates set market = 'Germany'`;
  await recount(org.id);
  const next = await org.accept();
  await settle(org.billed(next, { ...org.tiered, market: "Germany", day: "2026-11-05" }));
  expect(await amounts(org, [next])).toEqual([0.02]);
});

test("what is charged and taken back meanwhile is neither lost nor counted twice", async () => {
  const { org, settle, charge } = await organization();
  const before = await charge(...Array.from({ length: 12 }, (_, nth) => `2026-11-${10 + nth}`));
  await setCard("2026-11-01", [0.3, 0.2]);
  const price = { ...org.tiered, tiers: '[{"above":0,"amount":0.3},{"above":2,"amount":0.2}]' };
  const meanwhile = (async () => {
    for (const failing of before.slice(0, 4)) {
      await settle(org.billed(await org.accept(), { ...price, day: "2026-11-12" }));
      await settle(org.failed(failing));
    }
  })();
  await recount(org.id);
  await meanwhile;
  await database.sql`select ask_recounts('2026-11-01')`;
  await recount(org.id);
  // twelve of them: two at the first price
  const total = (await org.sums()).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(total).toBeCloseTo(2 * 0.3 + 10 * 0.2, 10);
  expect(await org.counted()).toBe(12);
});

test("cards that are replaced while it counts, for an earlier day and back, end at the last of them", async () => {
  const { org, settle, charge } = await organization();
  const ids = await charge(...Array.from({ length: 9 }, (_, nth) => `2026-11-${10 + nth}`));
  await settle(org.failed(ids[1] ?? ""));
  await setCard("2026-11-12", [0.3, 0.2]);
  const counting = recount(org.id);
  await setCard("2026-11-01", [0.5, 0.4]);
  await setCard("2026-11-01", [0.7, 0.6]);
  await counting;
  await recount(org.id);
  expect(await amounts(org, ids)).toEqual([0.7, 0, 0.7, ...Array(6).fill(0.6)]);
  const total = (await org.sums()).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(total).toBeCloseTo(2 * 0.7 + 6 * 0.6, 10);
  expect(await org.counted()).toBe(8);
});

test("what failed in the middle of the count moves the others up once, at the boundary of a tier as well", async () => {
  const { org, settle, charge } = await organization();
  const ids = await charge("2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06");
  await setCard("2026-11-01", [0.3, 0.2]);
  const counting = recount(org.id);
  await settle(org.failed(ids[0] ?? ""));
  await counting;
  await database.sql`select ask_recounts('2026-11-01')`;
  await recount(org.id);
  await settle(org.failed(ids[1] ?? ""));
  await database.sql`select ask_recounts('2026-11-01')`;
  await recount(org.id);
  expect(await amounts(org, ids)).toEqual([0, 0, 0.3, 0.3]);
  const total = (await org.sums()).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(total).toBeCloseTo(0.6, 10);
  expect(await org.counted()).toBe(2);
});
