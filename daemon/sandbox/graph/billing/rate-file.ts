import { parse } from "csv-parse/sync";
import { unitsOf } from "./amount.ts";
import { marketName } from "./markets.ts";

/** Messages from `from` to `to` of a month cost so many units each; null is all that follow. */
export type Tier = { from: number; to: number | null; units: bigint };

/** Units by market and category, and the tiers of those that have some. */
export type RateTable = { currency: string; rates: Map<string, bigint>; tiers: Map<string, Tier[]> };

type Row = Record<string, string>;

/** The key of what a table knows of a market and a category. */
export function rateKey(market: string, category: string): string {
  return `${market}/${category}`;
}

/**
 * Reads Meta's two files of rates: the card (`Market,Currency,Marketing,Utility,…`) and the volume tiers
 * (`Market,Category,From,To,Rate`), each below any number of lines with notes. Throws an `Error` that says what is missing.
 */
export function readRateTable(card: string, tierFile: string | undefined): RateTable {
  const rows = rowsOf(card);
  const currency = (rows[0]?.currency ?? "").replace(/^\$US$/, "USD");
  if (!/^[A-Z]{3}$/.test(currency)) throw new Error("the rates have no row with a Market and a Currency");
  const rates = new Map<string, bigint>();
  for (const { market = "", currency: _, ...categories } of rows) {
    for (const [category, text] of Object.entries(categories)) {
      const units = unitsOf(text);
      if (units !== null) rates.set(rateKey(marketName(market), category), units);
    }
  }
  return { currency, rates, tiers: tierFile === undefined ? new Map() : tiersOf(tierFile) };
}

function tiersOf(file: string): Map<string, Tier[]> {
  const tiers = new Map<string, Tier[]>();
  for (const { market = "", category = "", from = "", to = "", rate = "" } of rowsOf(file)) {
    const units = unitsOf(rate);
    if (units === null) throw new Error(`a volume tier of ${market} has no rate`);
    const key = rateKey(marketName(market), columnName(category));
    const last = Number(to.replaceAll(",", ""));
    const tier = { from: Number(from.replaceAll(",", "")), to: last > 0 ? last : null, units };
    tiers.set(
      key,
      [...(tiers.get(key) ?? []), tier].sort((one, other) => one.from - other.from),
    );
  }
  return tiers;
}

/** The rows below the one that names the columns. */
function rowsOf(file: string): Row[] {
  const lines: string[][] = parse(file, { relax_column_count: true, skip_empty_lines: true, bom: true });
  const head = lines.findIndex(([first = ""]) => columnName(first) === "market");
  const columns = (lines[head] ?? []).map(columnName);
  return lines
    .slice(head + 1)
    .filter(([market = ""]) => head >= 0 && market.trim() !== "")
    .map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
}

/** `"Authentication-\nInternational"` is `authentication-international`, as webhooks have it. */
function columnName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/-\s+/g, "-")
    .replace(/[\s_]+/g, "-");
}
