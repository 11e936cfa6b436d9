import { ESC } from "./codes.ts";
import type { Area, Pixels } from "./picture.ts";

/** What a terminal has said of itself. */
export type Answers = {
  /** Its name, with its version; null where it does not say. */
  name: string | null;
  /** It understands pictures by this protocol. */
  kitty: boolean;
  iterm: boolean;
  sixel: boolean;
  /** The size of a character. */
  cell: Pixels | null;
};

/** The answer that every terminal gives (DA1): what was asked before it has been answered by then, or never will be. */
export const LAST_ANSWER = new RegExp(`${ESC}\\[\\?([\\d;]*)c`, "g");
const NAME = new RegExp(`${ESC}P>\\|([^${ESC}]{1,100})${ESC}\\\\`, "g");
const KITTY = new RegExp(`${ESC}_Gi=31[^${ESC}]{0,100};OK${ESC}\\\\`);
const ITERM = `${ESC}]1337;ReportCellSize=`;
const CELL = new RegExp(`${ESC}\\[6;(\\d{1,4});(\\d{1,4})t`);
const WINDOW = new RegExp(`${ESC}\\[4;(\\d{1,5});(\\d{1,5})t`);
/** The parameter of DA1 for sixels. */
const SIXEL = "4";

/** Reads what came back; `window` is the terminal's size. Of several names the last counts: that of the terminal around. */
export function readAnswers(said: string, window: Area): Answers {
  const name = [...said.matchAll(NAME)].at(-1)?.[1] ?? null;
  return {
    name,
    kitty: KITTY.test(said),
    iterm: said.includes(ITERM) || name?.startsWith("iTerm2") === true,
    sixel: [...said.matchAll(LAST_ANSWER)][0]?.[1]?.split(";").slice(1).includes(SIXEL) === true,
    cell: cellOf(said, window),
  };
}

function cellOf(said: string, { columns, rows }: Area): Pixels | null {
  const [, height, width] = CELL.exec(said)?.map(Number) ?? [];
  if (height !== undefined && width !== undefined && height > 0 && width > 0) return { width, height };
  const [, high, wide] = WINDOW.exec(said)?.map(Number) ?? [];
  const cell = { width: Math.floor((wide ?? 0) / columns), height: Math.floor((high ?? 0) / rows) };
  return cell.width > 0 && cell.height > 0 ? cell : null;
}
