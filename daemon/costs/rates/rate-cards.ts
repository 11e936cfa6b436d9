import type { Logger } from "pino";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { listRateCards, listRates } from "../../../db/costs/rate-cards.ts";
import { sleep } from "../../lib/sleep.ts";
import { createRateOf, type RateOf } from "./rates.ts";

/** The installation's rate cards as this process knows them. */
export type RateCards = {
  /** Synchronous; null without a card, too. */
  rateOf: RateOf;
  /** What costs are counted in: the currency that all cards have; null without one. */
  currency(): string | null;
  /** Reads the cards. Until then there are none. */
  start(): Promise<void>;
  /** Reads them again: they changed, or may have. Done once they are known; tried until it succeeds, or `stop` is called. */
  look(): Promise<void>;
  stop(): void;
};

type Known = { rateOf: RateOf; currency: string | null };

const NONE: Known = { rateOf: () => null, currency: null };
const AGAIN_MS = 1000;

/** Keeps all rate cards in memory: they are few, and each message that is sent asks for one of their rates. */
export function createRateCards(sql: Sql, log: Logger): RateCards {
  const stopping = new AbortController();
  let known = NONE;
  let looks = 0;
  let latest = Promise.resolve();

  function look(): Promise<void> {
    latest = lookAs(++looks);
    return latest;
  }

  async function lookAs(number: number): Promise<void> {
    while (number === looks && !stopping.signal.aborted) {
      try {
        const read = await readAll(sql);
        if (number !== looks) break;
        known = read;
        return;
      } catch (cause) {
        log.error({ err: cause }, "the rate cards could not be read; tried again");
        await sleep(AGAIN_MS, stopping.signal);
      }
    }
    // a later look, which saw more, is under way or done
    if (number !== looks) await latest;
  }

  return {
    rateOf: (query) => known.rateOf(query),
    currency: () => known.currency,
    async start() {
      known = await readAll(sql);
    },
    look,
    stop: () => stopping.abort(),
  };
}

/** The rates of all cards as they are now. */
export async function readRates(sql: Queryable): Promise<Pick<RateCards, "rateOf" | "currency">> {
  const { rateOf, currency } = await readAll(sql);
  return { rateOf, currency: () => currency };
}

async function readAll(sql: Queryable): Promise<Known> {
  const [cards, rows] = await Promise.all([listRateCards(sql), listRates(sql)]);
  return { rateOf: createRateOf(cards, rows), currency: cards[0]?.currency ?? null };
}
