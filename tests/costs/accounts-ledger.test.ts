/** What an account was billed follows what is charged, taken back, and counted anew. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
const settle = settleOn(database);
beforeAll(async () => {
  await makePartitions(database.sql);
});

type Organization = ReturnType<typeof costOrganization>;

const ACCOUNT = "500400300200101";
const [FIRST, LAST] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** An organisation with a channel, and messages that were sent with an account or without. */
async function sentWith(...accounts: (string | null)[]) {
  const org = costOrganization(database);
  await database.sql`insert into channels (organization_id, id, platform, name, status, settings) values (
    ${org.id}, 'ch_test', 'whatsapp_official', 'Shop', 'connected', '{"messaging_account_id": "77"}')`;
  const ids = [];
  for (const account of accounts) ids.push(await sendOf(org, account));
  return { org, ids };
}

/** As it is stored once its call has ended. */
async function sendOf(org: Organization, account: string | null): Promise<string> {
  const id = await org.accept();
  await database.sql`delete from lane_items where organization_id = ${org.id} and item_id = ${id}`;
  await database.sql`
    update messages set messaging_account_id = ${account} where organization_id = ${org.id} and id = ${id}`;
  return id;
}

async function sumsOf({ id }: Organization) {
  const rows = await database.sql<{ account: string; messages: number; amount: string }[]>`
    select messaging_account_id as account, messages::integer, amount::text from cost_accounts
    where organization_id = ${id} order by account`;
  return rows.map(({ account, messages, amount }) => [account, messages, Number(amount)]);
}

test("an account has what was charged of its messages, without what failed, at the price that holds now", async () => {
  const { org, ids } = await sentWith(ACCOUNT, ACCOUNT, null);
  await settle(...ids.map((id) => org.billed(id)));
  expect(await sumsOf(org)).toEqual([[ACCOUNT, 2, 0.06]]);
  await settle(org.failed(ids[0] ?? ""));
  expect(await sumsOf(org)).toEqual([[ACCOUNT, 1, 0.03]]);
  const about = { channel_id: "ch_test", of_country: "DE", of_category: "utility", currency: "EUR" };
  const price = { ...about, basis: "rc_2", tiers: '[{"above":0,"amount":0.05}]', market: "DE" };
  await database.sql`select recount_charges(
    ${org.id}, '2026-11-30', ${FIRST}, '', ${LAST}, '', '{}', ${JSON.stringify([price])}::text::json)`;
  expect(await sumsOf(org)).toEqual([[ACCOUNT, 1, 0.05]]);
});

test("a message that is delivered before its call has ended goes to the channel's account", async () => {
  const { org } = await sentWith();
  const underway = await org.accept();
  await settle(org.billed(underway));
  expect(await sumsOf(org)).toEqual([["77", 1, 0.03]]);
});
