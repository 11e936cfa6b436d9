import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { pixelsOf } from "../../../style/rem.ts";
import type { Conversation } from "../types.ts";
import { placeOf } from "./known.ts";

/** How high a line is, as `list.module.css` has it. */
export const LINE_REM = 4.75;
/** Lines that are drawn beyond what is seen. */
const BEYOND = 8;

type Shown = { from: number; to: number };

export type Window = {
  box: RefObject<HTMLDivElement | null>;
  /** The lines that are drawn. */
  shown: Shown;
  onScroll: () => void;
  /** How many came above what is read, since the top was last seen. */
  newAbove: number;
  toTop: () => void;
};

/**
 * Draws of a list what is seen, and keeps the place in it: what is read stands still, whatever comes or goes above it.
 * At the top, what comes is seen at once.
 */
export function useWindow(rows: readonly Conversation[], chosen: string | undefined): Window {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>({ from: 0, to: BEYOND * 4 });
  const [came, setCame] = useState<ReadonlySet<string>>(NONE);
  const before = useRef(rows);

  const measure = useCallback(() => {
    const { current } = box;
    if (current === null) return;
    const line = pixelsOf(LINE_REM);
    const first = Math.floor(current.scrollTop / line);
    const from = Math.max(0, first - BEYOND);
    const to = first + Math.ceil(current.clientHeight / line) + BEYOND;
    setShown((was) => (was.from === from && was.to === to ? was : { from, to }));
    if (first === 0) setCame((was) => (was.size === 0 ? was : NONE));
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const moved = keepPlace(current, before.current, rows);
    before.current = rows;
    if (moved.length > 0) setCame((was) => new Set([...was, ...moved]));
    measure();
  }, [rows, measure]);

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [measure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once, when it is chosen
  useLayoutEffect(() => {
    const at = rows.findIndex(({ id }) => id === chosen);
    if (box.current !== null && at !== -1) reveal(box.current, at);
  }, [chosen, rows.length === 0]);

  const toTop = () => box.current?.scrollTo({ top: 0 });
  return { box, shown, onScroll: measure, newAbove: came.size, toTop };
}

const NONE: ReadonlySet<string> = new Set();

/** Moves a box so that the first line that is seen, and stays, stands where it stood. Returns what came above it. */
function keepPlace(
  box: HTMLElement,
  before: readonly Conversation[],
  rows: readonly Conversation[],
): string[] {
  const line = pixelsOf(LINE_REM);
  const first = Math.floor(box.scrollTop / line);
  if (first === 0 || before === rows) return [];
  const places = new Map(rows.map((row, at) => [`${row.id} ${placeOf(row)}`, at]));
  for (let at = first; at < before.length; at++) {
    const row = before[at];
    const now = row && places.get(`${row.id} ${placeOf(row)}`);
    if (now === undefined) continue;
    box.scrollTop += (now - at) * line;
    const above = new Set(before.slice(0, at).map((one) => `${one.id} ${placeOf(one)}`));
    return rows
      .slice(0, now)
      .filter((one) => !above.has(`${one.id} ${placeOf(one)}`))
      .map(({ id }) => id);
  }
  return [];
}

function reveal(box: HTMLElement, at: number): void {
  const line = pixelsOf(LINE_REM);
  const top = at * line;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + line > box.scrollTop + box.clientHeight) box.scrollTop = top + line - box.clientHeight;
}
