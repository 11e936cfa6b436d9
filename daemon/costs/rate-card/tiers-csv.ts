import { refused } from "../../contacts/refused.ts";
import { beginningOf } from "../../lib/characters.ts";
import { categoryOf, type Tier } from "../rates/rates.ts";
import { readCount } from "./amount.ts";
import type { Market } from "./card.ts";
import { categoryColumns } from "./csv.ts";
import { currencyOf } from "./currency.ts";
import { amountAt, type Line, MARKET, readTable, type Table, wrongLine } from "./table.ts";

const PATH = "/tiers_csv";
const CATEGORY = /^(?:(?:pricing |message |template )?category|product|(?:message )?type)$/;
const FROM = /^(?:(?:volume |tier )*(?:from|start|lower bound|min(?:imum)?)|from messages|messages from)$/;
const TO = /^(?:(?:volume |tier )*(?:to|end|upper bound|max(?:imum)?)|to messages|messages to)$/;
const RANGE = /^(?:volume |monthly )?(?:tiers?|messages|volume)$/;
const RATE = /^(?:tier |unit )?(?:rate|price|amount|cost)(?: per .*)?$/;

/** How files write that the last tier has no end. */
const ENDLESS = /^(?:|-|–|\+|∞|n\/?a|unlimited|no limit|and (?:above|more)|above)$/i;

type Step = {
  market: string;
  category: string;
  from: number;
  to: number | null;
  amount: number;
  line: number;
};

/**
 * The markets with their volume tiers: lines of a market, a category, the messages of a month from and to, and their rate.
 * The rates of a file without tiers stay as they are. Throws 422 with the number of the line and how to mend it.
 */
export function withTiers(markets: readonly Market[], text: string, currency: string): Market[] {
  const table = readTable(text, PATH);
  const own = currencyOf(table);
  if (own !== null && own !== currency)
    throw refused(PATH, `the tiers are in ${own}, the rates in ${currency}`);
  const steps = stepsOf(table);
  const unknown = steps.find(({ market }) => !markets.some((one) => isSame(one.market, market)));
  if (unknown !== undefined)
    throw wrongLine(table, unknown.line, `${unknown.market} is in no line of the rate card beside it`);
  return markets.map((one) => {
    const own = Map.groupBy(
      steps.filter(({ market }) => isSame(one.market, market)),
      ({ category }) => category,
    );
    const tiers = [...own].map(([category, list]) => [category, tiersOf(table, list)] as const);
    return { ...one, prices: new Map([...one.prices, ...tiers]), listed: one.prices };
  });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Each begins with the message after the last one of the tier before it. */
function tiersOf(table: Table, steps: readonly Step[]): readonly Tier[] {
  return steps.map(({ from, line, amount }, at) => {
    const before = steps[at - 1];
    const wanted = before === undefined ? 1 : before.to === null ? null : before.to + 1;
    // the first one may begin at 0
    if (wanted === null ? from <= (before?.from ?? 0) : Math.max(1, from) !== wanted)
      throw wrongLine(
        table,
        line,
        `its tier begins with ${from}, not ${wanted ?? "above the one before it"}`,
      );
    return { above: Math.max(1, from) - 1, amount };
  });
}

function stepsOf(table: Table): Step[] {
  const column = (name: RegExp) => table.heading.findIndex((one) => name.test(one));
  const places = { market: column(MARKET), category: column(CATEGORY), rate: column(RATE) };
  const hasCategories = places.category !== -1 && places.rate !== -1;
  const columns = categoryColumns(table).filter(
    ({ column }) => ![CATEGORY, FROM, TO, RANGE, RATE].some((name) => name.test(table.heading[column] ?? "")),
  );
  if (!hasCategories && columns.length === 0)
    throw refused(PATH, "the heading needs Market, Category, From, To and Rate");
  return table.lines.flatMap((line) => {
    const cell = (at: number) => (line.cells[at] ?? "").trim();
    const range = rangeOf(table, line);
    const rates = hasCategories
      ? [{ category: categoryOf(cell(places.category)), column: places.rate }]
      : columns;
    return rates.flatMap(({ category, column }) => {
      const amount = amountAt(table, line, column);
      return amount === null
        ? []
        : [{ market: cell(places.market), category, ...range, amount, line: line.line }];
    });
  });
}

/** The messages of a tier, in two columns or in one such as `250,001 - 2,000,000`; the last one has no end. */
function rangeOf(table: Table, { line, cells }: Line): { from: number; to: number | null } {
  const cellOf = (name: RegExp) => cells[table.heading.findIndex((one) => name.test(one))] ?? null;
  const whole = cellOf(RANGE) ?? "";
  const [, first = "", second = ""] = /^\s*([\d.,'’]+)\s*(?:[-–:+]|to)?\s*([\d.,'’]*)\s*$/.exec(whole) ?? [];
  const from = readCount(cellOf(FROM) ?? first);
  if (from === undefined)
    throw wrongLine(table, line, "the first message of its tier is no whole number, such as 250,001");
  const last = (cellOf(TO) ?? second).trim();
  const to = readCount(last) ?? null;
  if (to === null && !ENDLESS.test(last))
    throw wrongLine(
      table,
      line,
      `"${beginningOf(last, 40)}" is no last message of a tier, such as 2,000,000`,
    );
  return { from, to };
}
