import type { Pane } from "./panes.ts";

export type Size = { rows: number; columns: number };

/** Lines that are not the panes': four of the heading, one of the keys, and the terminal's last, which stays free. */
const OTHER_LINES = 6;
/** Lines of a pane's titles, above its rows. */
const TITLE_LINES = 1;
/** With fewer lines than this only the pane with the focus is shown. */
const ENOUGH_FOR_ALL = 12;
/** With so many, panes stand apart. */
const ENOUGH_FOR_GAPS = 24;
const SHOWN_AT_LEAST = 3;

/** Lines between the heading and the keys. */
export function bodyLines({ rows }: Size): number {
  return Math.max(2, rows - OTHER_LINES);
}

/** Lines between panes. */
export function gapLines(size: Size): number {
  return bodyLines(size) >= ENOUGH_FOR_GAPS ? 1 : 0;
}

/**
 * How many rows each pane shows: all of them where there is room; otherwise a
 * few of each, and of the one with the focus as many as there is room for. A
 * pane that is not shown has none.
 */
export function shareLines(
  counts: Readonly<Record<Pane, number>>,
  focus: Pane,
  size: Size,
): Partial<Record<Pane, number>> {
  const body = bodyLines(size);
  if (body < ENOUGH_FOR_ALL) return { [focus]: body - TITLE_LINES };
  const panes = Object.keys(counts) as Pane[];
  const shares: Record<Pane, number> = { channels: 1, lanes: 1, endpoints: 1, errors: 1 };
  let left = body - panes.length * (TITLE_LINES + 1) - (panes.length - 1) * gapLines(size);
  const give = (pane: Pane, upTo: number) => {
    const given = Math.max(0, Math.min(left, Math.min(upTo, counts[pane]) - shares[pane]));
    shares[pane] += given;
    left -= given;
  };
  for (const pane of panes) give(pane, SHOWN_AT_LEAST);
  give(focus, counts[focus]);
  for (const pane of panes) give(pane, counts[pane]);
  return shares;
}
