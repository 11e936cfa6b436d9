import type { Logger } from "pino";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { listOwnCurrencies, listRateCards, listRates } from "../../../db/costs/rate-cards.ts";
import { sleep } from "../../lib/sleep.ts";
import { createRateOf, type RateOf } from "./rates.ts";

/** The installation's rate cards as this process knows them. */
export type RateCards = {
  /** Synchronous; null without a card, too. */
  rateOf: RateOf;
  /** What costs are counted in: the currency of the first card; null without one. */
  currencyOf(organizationId: string): string | null;
  /** Reads the cards. Until then there are none. */
  start(): Promise<void>;
  /** Reads them again: they changed, or may have. Tried until it succeeds, or `stop` is called. */
  look(): Promise<void>;
  stop(): void;
};

type Known = { rateOf: RateOf; own: ReadonlyMap<string, string>; currency: string | null };

const NONE: Known = { rateOf: () => null, own: new Map(), currency: null };
const AGAIN_MS = 1000;

/** Keeps all rate cards in memory: they are few, and each message that is sent asks for one of their rates. */
export function createRateCards(sql: Sql, log: Logger): RateCards {
  const stopping = new AbortController();
  let known = NONE;
  let looks = 0;

  async function look(): Promise<void> {
    const number = ++looks;
    while (number === looks && !stopping.signal.aborted) {
      try {
        const read = await readAll(sql);
        // otherwise a later look, which saw more, is under way or done
        if (number === looks) known = read;
        return;
      } catch (cause) {
        log.error({ err: cause }, "the rate cards could not be read; tried again");
        await sleep(AGAIN_MS, stopping.signal);
      }
    }
  }

  return {
    rateOf: (query) => known.rateOf(query),
    currencyOf: (organizationId) => known.own.get(organizationId) ?? known.currency,
    async start() {
      known = await readAll(sql);
    },
    look,
    stop: () => stopping.abort(),
  };
}

/** The rates of all cards as they are now. */
export async function readRates(sql: Queryable): Promise<Pick<RateCards, "rateOf" | "currencyOf">> {
  const { rateOf, own, currency } = await readAll(sql);
  return { rateOf, currencyOf: (organizationId) => own.get(organizationId) ?? currency };
}

async function readAll(sql: Queryable): Promise<Known> {
  const [cards, rows, own] = await Promise.all([listRateCards(sql), listRates(sql), listOwnCurrencies(sql)]);
  return {
    rateOf: createRateOf(cards, rows),
    own: new Map(own.map(({ organization_id, currency }) => [organization_id, currency])),
    // ids are in the order of time; cards in another currency are from before 0.2.0, and count nothing
    currency: cards.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]?.currency ?? null,
  };
}
