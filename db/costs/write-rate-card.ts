import type { Transaction } from "../connection/client.ts";
import { RATES_CHANGED_CHANNEL, type RateCardRow, type RateRow } from "./rate-cards.ts";

type Card = Pick<RateCardRow, "id" | "currency" | "valid_from"> & { rates: readonly RateRow[] };

/** The currency of all cards, which nobody changes until the transaction ends; null without one. */
export async function holdCurrency(transaction: Transaction): Promise<string | null> {
  await transaction`lock table rate_cards in share row exclusive mode`;
  const [row] = await transaction<{ currency: string }[]>`select currency from rate_cards limit 1`;
  return row?.currency ?? null;
}

/**
 * Stores a card in place of the one that is valid from the same day, and wakes all daemons. False where it
 * is the same: nothing changes.
 */
export async function writeRateCard(transaction: Transaction, card: Card): Promise<boolean> {
  if (await isKnown(transaction, card)) return false;
  const { id, currency, valid_from } = card;
  await transaction`
    with kept as (
      insert into rate_cards as kept (id, currency, valid_from) values (${id}, ${currency}, ${valid_from}::text::date)
      on conflict (valid_from) do update set created_at = now()
      returning kept.id
    )
    select pg_notify(${RATES_CHANGED_CHANNEL}, id) from kept`;
  const same = transaction`
    select id from rate_cards where valid_from = ${valid_from}::text::date`;
  await transaction`delete from rates where card_id = (${same})`;
  await transaction`
    insert into rates (card_id, country, category, above, market, amount)
    select (${same}), row.country, row.category, row.above, row.market, row.amount
    from json_to_recordset(${JSON.stringify(card.rates)}::text::json)
      as row (country text, category text, above bigint, market text, amount numeric)`;
  return true;
}

async function isKnown(transaction: Transaction, { valid_from, rates }: Card): Promise<boolean> {
  const [row] = await transaction<[{ is_known: boolean }]>`
    with known as (
      select rate.country, rate.category, rate.above, rate.market, rate.amount from rate_cards as card
      join rates as rate on rate.card_id = card.id
      where card.valid_from = ${valid_from}::text::date
    ), given as (
      select * from json_to_recordset(${JSON.stringify(rates)}::text::json)
        as row (country text, category text, above bigint, market text, amount numeric)
    )
    select exists (select from known)
      and not exists (select * from given except select * from known)
      and not exists (select * from known except select * from given) as is_known`;
  return row.is_known;
}

/** Removes a card; false when there is none. What was charged by it stays. */
export async function deleteRateCard(transaction: Transaction, validFrom: string): Promise<boolean> {
  const [removed] = await transaction<{ id: string }[]>`
    delete from rate_cards where valid_from = ${validFrom}::text::date returning id`;
  if (removed === undefined) return false;
  await transaction`delete from rates where card_id = ${removed.id}`;
  await transaction`select pg_notify(${RATES_CHANGED_CHANNEL}, ${removed.id})`;
  return true;
}
