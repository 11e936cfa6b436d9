import type { Line } from "./line.ts";

/** The lines of one organisation from all daemons, in the order in which they came here: a bounded number. */
export type ReceivedLines = {
  /** Takes lines, those that are there already apart; false when there was none new. */
  add(lines: readonly Line[]): boolean;
  /** At most `limit` lines from a place on, and the place after them. Some before it may be gone. */
  from(place: number, limit: number): { lines: readonly Line[]; next: number };
};

/** Nothing was received yet; the first place is 0. */
export function createReceivedLines(mostLines = 5000): ReceivedLines {
  const lines: Line[] = [];
  let first = 0;
  const known = new Set<string>();

  function trim(): void {
    if (lines.length < mostLines * 2) return;
    const gone = lines.splice(0, lines.length - mostLines);
    first += gone.length;
    for (const line of gone) known.delete(nameOf(line));
  }

  return {
    add(given) {
      const fresh = given.filter((line) => !known.has(nameOf(line)));
      for (const line of fresh) {
        known.add(nameOf(line));
        lines.push(line);
      }
      trim();
      return fresh.length > 0;
    },
    from(place, limit) {
      const begin = Math.max(0, place - first);
      const found = lines.slice(begin, begin + limit);
      return { lines: found, next: first + begin + found.length };
    },
  };
}

function nameOf({ source, number }: Line): string {
  return `${source}.${number}`;
}
