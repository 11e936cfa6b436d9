import { refused } from "../../contacts/refused.ts";
import { categoryOf } from "../rates/rates.ts";
import type { Market } from "./card.ts";
import { currencyOf } from "./currency.ts";
import { amountAt, CURRENCY, MARKET, readTable, type Table } from "./table.ts";

/** What a file of rates says; null where it does not say so. */
export type CsvCard = { markets: Market[]; currency: string | null; validFrom: string | null };

const PATH = "/csv";

/**
 * Reads a rate card as Meta publishes it: words with the currency and the day from which it is valid, then the heading
 * Market, Currency, Marketing, Utility, Authentication, Authentication-International, Service (files of June 2023 to July
 * 2026), then a line for each market. Throws 422 with the number of the line and how to mend it.
 */
export function readCsvCard(text: string): CsvCard {
  const table = readTable(text, PATH);
  const columns = categoryColumns(table);
  if (columns.length === 0)
    throw refused(PATH, "the heading names no category, such as Marketing or Utility");
  const twice = columns.find(
    ({ category }, at) => columns.findIndex((one) => one.category === category) < at,
  );
  if (twice !== undefined) throw refused(PATH, `the heading names ${twice.category} twice`);
  const market = table.heading.findIndex((name) => MARKET.test(name));
  const markets = table.lines.map((line) => ({
    ...{ market: (line.cells[market] ?? "").trim(), place: PATH, line: `line ${line.line}: ` },
    prices: new Map(
      columns.flatMap(({ category, column }) => {
        const amount = amountAt(table, line, column);
        return amount === null ? [] : [[category, [{ above: 0, amount }]] as const];
      }),
    ),
  }));
  if (markets.length === 0) throw refused(PATH, "there is no market below the heading");
  return { markets, currency: currencyOf(table), validFrom: dayIn(table.above) };
}

/** The columns of categories: all but the columns of the market and the currency. */
export function categoryColumns({ heading }: Table): { category: string; column: number }[] {
  return heading.flatMap((name, column) =>
    MARKET.test(name) || CURRENCY.test(name) || !/^[a-z]+(?:[ _-]+[a-z]+)*$/.test(name)
      ? []
      : [{ category: categoryOf(name), column }],
  );
}

/** The day of "effective October 1, 2026". */
function dayIn(words: string): string | null {
  const named = /\beffective\s+(?:as of\s+|from\s+)?([A-Z][a-z]{2,8}) (\d{1,2}),? (\d{4})\b/i.exec(words);
  if (named === null) return null;
  const [, month, day, year] = named;
  const time = Date.parse(`${day} ${month} ${year} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
