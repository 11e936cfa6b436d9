import type { Queryable, Transaction } from "../connection/client.ts";
import { RATES_CHANGED_CHANNEL, type RateCardRow, type RateRow } from "./rate-cards.ts";

type Card = Pick<RateCardRow, "id" | "currency" | "valid_from"> & { rates: readonly RateRow[] };

/** Stores a card in place of the one that is valid from the same day in its currency, and wakes all daemons. */
export async function writeRateCard(transaction: Transaction, card: Card): Promise<void> {
  const { id, currency, valid_from } = card;
  await transaction`
    with kept as (
      insert into rate_cards as kept (id, currency, valid_from) values (${id}, ${currency}, ${valid_from}::text::date)
      on conflict (currency, valid_from) do update set created_at = now()
      returning kept.id
    )
    select pg_notify(${RATES_CHANGED_CHANNEL}, id) from kept`;
  const same = transaction`
    select id from rate_cards where currency = ${currency} and valid_from = ${valid_from}::text::date`;
  await transaction`delete from rates where card_id = (${same})`;
  await transaction`
    insert into rates (card_id, country, category, above, market, amount)
    select (${same}), row.country, row.category, row.above, row.market, row.amount
    from json_to_recordset(${JSON.stringify(card.rates)}::text::json)
      as row (country text, category text, above bigint, market text, amount numeric)`;
}

/** Removes a card; false when there is none. What was charged by it stays. */
export async function deleteRateCard(
  transaction: Transaction,
  currency: string,
  validFrom: string,
): Promise<boolean> {
  const [removed] = await transaction<{ id: string }[]>`
    delete from rate_cards where currency = ${currency} and valid_from = ${validFrom}::text::date returning id`;
  if (removed === undefined) return false;
  await transaction`delete from rates where card_id = ${removed.id}`;
  await transaction`select pg_notify(${RATES_CHANGED_CHANNEL}, ${removed.id})`;
  return true;
}

/** The currency that an organisation chose to count its costs in; null for none. */
export async function findOwnCurrency(sql: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await sql<{ currency: string | null }[]>`
    select currency from organizations where organization_id = ${organizationId}`;
  return row?.currency ?? null;
}

/** Chooses it. */
export async function updateOwnCurrency(
  transaction: Transaction,
  organizationId: string,
  currency: string | null,
): Promise<void> {
  await transaction`update organizations set currency = ${currency} where organization_id = ${organizationId}`;
  await transaction`select pg_notify(${RATES_CHANGED_CHANNEL}, ${organizationId})`;
}
