import type { Sql } from "../../db/connection/client.ts";
import { RATES_CHANGED_CHANNEL } from "../../db/costs/rate-cards.ts";

/** Amounts by country and category. */
export type Amounts = Record<string, Record<string, number>>;

/** Makes a rate card `rc_<currency>`, valid for years, and tells every daemon. */
export async function insertRates(sql: Sql, currency: string, amounts: Amounts): Promise<void> {
  const card = { id: `rc_${currency}`, currency, valid_from: "2020-01-01" };
  const rates = Object.entries(amounts).flatMap(([country, row]) =>
    Object.entries(row).map(([category, amount]) => ({
      ...{ card_id: card.id, country, category, market: country, amount },
    })),
  );
  await sql.begin(async (transaction) => {
    await transaction`insert into rate_cards ${transaction(card)}`;
    await transaction`insert into rates ${transaction(rates)}`;
    await transaction`select pg_notify(${RATES_CHANGED_CHANNEL}, '')`;
  });
}
