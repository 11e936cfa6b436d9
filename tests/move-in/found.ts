import type { FoundNumber, Installation } from "../../cli/commands/move-in/read/found.ts";

/** What was found of a number. */
export function number(of: Installation, name: string): FoundNumber {
  const found = of.numbers.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** The rows of all pages. */
export async function all<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
