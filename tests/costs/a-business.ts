/** A business with an official number: its people, its rate card, and what it sends. */
import type { Sql } from "../../db/connection/client.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import type { Rates } from "./metas-bill.ts";

export const ORGANIZATION = "org_two_months";
export const channel = {
  ...{ organization_id: ORGANIZATION, id: "ch_test", platform: "whatsapp_official", time_zone: null },
  ...{ phone_number: "+4930123456", waba_id: "business", portfolio_id: null },
  international: null as Record<string, string> | null,
};
export const GROUP = "120363041234567890";
export const PEOPLE = { answer: "4915123456701", of_ad: "4915123456702", india: "919812345678" };
export const OF_GROUP = ["4915791000001", "4915791000002", "5511961234001"];

/** Its number, a person who came by an advertisement, its group, answers that were free before in each month, and a budget. */
export async function prepare(sql: Sql, cents: number, months: readonly string[]): Promise<void> {
  const { international: _, ...row } = channel;
  await sql`insert into channels ${sql({ ...row, status: "connected", name: "Shop" })}`;
  await acceptMessages(sql, [textInput({ organization_id: ORGANIZATION, address: PEOPLE.of_ad })]);
  await sql`update conversations set free_until = now() + interval '90 days'`;
  const people = OF_GROUP.map((participant) => ({
    ...{
      organization_id: ORGANIZATION,
      channel_id: channel.id,
      group_id: GROUP,
      participant,
      phone: participant,
    },
  }));
  await sql`insert into group_people ${sql(people)}`;
  for (const month of months)
    await sql`insert into free_answers (organization_id, number, month, answers)
      values (${ORGANIZATION}, '4930123456', ${`${month}-01`}, 985)`;
  const budget = {
    organization_id: ORGANIZATION,
    id: "bg_1",
    scope: "organization",
    period: "month",
    time_zone: "UTC",
  };
  const terms = { currency: "EUR", amount: cents / 10_000, warn_at: 0.8, stop: "all_but_authentication" };
  await sql`insert into budgets ${sql({ ...budget, ...terms })}`;
}

/** Sets the card that is valid from a day, and has costs counted anew since. */
export async function writeCard(database: Sql, validFrom: string, rates: Rates): Promise<void> {
  const { utilityAfter, ...of } = rates;
  const rows = Object.entries(of).flatMap(([country, prices]) =>
    Object.entries(prices as Record<string, number>).map(([category, cents]) => ({
      country,
      category,
      above: 0,
      cents,
    })),
  );
  rows.push({ country: "DE", category: "utility", above: utilityAfter.messages, cents: utilityAfter.cents });
  const id = `rc_${validFrom}`;
  await database.begin(async (sql) => {
    await sql`insert into rate_cards ${sql({ id, currency: "EUR", valid_from: validFrom })} on conflict do nothing`;
    await sql`delete from rates where card_id = ${id}`;
    const priced = rows.map(({ cents, ...row }) => ({
      ...{ ...row, card_id: id, market: row.country, amount: cents / 10_000 },
    }));
    await sql`insert into rates ${sql(priced)}`;
    await sql`select ask_recounts(${validFrom}::date)`;
  });
}
