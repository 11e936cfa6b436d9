import type { Line } from "./line.ts";

/** This daemon's latest requests: a bounded number of lines of each organisation, in memory. */
export type OwnLines = {
  /** Keeps a line, numbered. */
  add(organizationId: string, line: Omit<Line, "source" | "number">): Line;
  /** An organisation's lines, oldest first, and the source that they are of. */
  of(organizationId: string): { source: string; lines: readonly Line[] };
};

const SURPLUS = 100;

type Limits = { mostLines?: number; mostOrganizations?: number };
type Own = { source: string; count: number; lines: Line[] };

/** Keeps nothing yet. Organisations with the oldest last request are dropped first. */
export function createOwnLines({ mostLines = 500, mostOrganizations = 200 }: Limits = {}): OwnLines {
  const organizations = new Map<string, Own>();

  function linesOf(organizationId: string): Own {
    const known = organizations.get(organizationId);
    // a map yields what was put in first first
    if (known !== undefined) organizations.delete(organizationId);
    const own = known ?? { source: newSource(), count: 0, lines: [] };
    organizations.set(organizationId, own);
    for (const oldest of organizations.keys()) {
      if (organizations.size <= mostOrganizations) break;
      organizations.delete(oldest);
    }
    return own;
  }

  return {
    add(organizationId, given) {
      const own = linesOf(organizationId);
      own.count += 1;
      // should the clock be set back
      const written = Math.max(given.written, own.lines.at(-1)?.written ?? 0);
      const line = { ...given, written, source: own.source, number: own.count };
      own.lines.push(line);
      // many at once now and then: to take off the first of an array moves all of it
      if (own.lines.length >= mostLines + SURPLUS) own.lines.splice(0, own.lines.length - mostLines);
      return line;
    },
    of(organizationId) {
      const { source, lines } = linesOf(organizationId);
      return { source, lines: lines.slice(-mostLines) };
    },
  };
}

/** Lines from the first written to the last. */
export function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => one.written - other.written || one.number - other.number);
}

function newSource(): string {
  return Math.random().toString(36).slice(2, 10).padEnd(8, "0");
}
