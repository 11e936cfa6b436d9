import { unreadable } from "./damaged.ts";

/** The sheet of this name, else the first that is not hidden. Throws 422 when there is none. */
export function chooseSheet<One extends { name: string; isHidden: boolean }>(
  sheets: readonly One[],
  wanted: string | undefined,
): One {
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  if (sheets.length === 0) throw unreadable("the spreadsheet has no sheets");
  const names = sheets.slice(0, 20).map(({ name }) => `'${name}'`);
  throw unreadable(`the spreadsheet has no sheet '${wanted}'; it has: ${names.join(", ")}`);
}
