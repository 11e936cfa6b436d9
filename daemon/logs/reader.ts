import type { EventReader } from "../events/reader.ts";
import { type LinePlace, writeCursor } from "./cursor.ts";
import { type Line, showLine } from "./line.ts";
import type { Names } from "./names.ts";
import type { LineFilter } from "./query.ts";
import type { LineFollower } from "./request-log.ts";

/** What a reader gets: a line, or the number of lines that it can't have; and the cursor after it. */
export type Read = { cursor: string } & ({ kind: "line"; line: Line } | { kind: "left_out"; count: number });

export type LineReader = {
  /** The next lines, at most `limit`; null when there are none now. */
  next(limit: number): Promise<Read[] | null>;
  cursor(): string;
  /** Whether lines may be missing because a daemon that had them has ended; true once. */
  hasForgotten(): boolean;
};

/** Reads what a follower receives, from a place on: of each source by its numbers, so that nothing comes twice. */
export function createLineReader(follower: LineFollower, filter: LineFilter, start: LinePlace): LineReader {
  const { since } = start;
  const seen = new Map(start.seen);
  let position = 0;
  let begun = false;
  let forgotten = false;
  const cursor = () => writeCursor({ since, seen });

  /** Nothing when it was read before, or is not wanted. */
  function read(line: Line): Read[] {
    const last = seen.get(line.source);
    if (line.written < since || (last !== undefined && line.number <= last)) return [];
    seen.set(line.source, line.number);
    const missed = last === undefined ? 0 : line.number - last - 1;
    return [
      ...(missed === 0 ? [] : [{ kind: "left_out" as const, count: missed, cursor: cursor() }]),
      ...(filter(line) ? [{ kind: "line" as const, line, cursor: cursor() }] : []),
    ];
  }

  /** Which sources are gone is known only when every daemon has answered. */
  async function begin(): Promise<void> {
    if (begun) return;
    begun = true;
    if (!(await follower.ready)) return;
    for (const source of seen.keys()) {
      if (follower.knows(source)) continue;
      seen.delete(source);
      forgotten = true;
    }
  }

  return {
    async next(limit) {
      await begin();
      const { lines, next } = follower.lines.from(position, limit);
      position = next;
      return lines.length === 0 ? null : lines.flatMap(read);
    },
    cursor,
    hasForgotten() {
      const hadForgotten = forgotten;
      forgotten = false;
      return hadForgotten;
    },
  };
}

const LINES_A_READ = 100;

/** The same as the messages of a stream; see `streamEvents`. */
export function createStreamReader(reader: LineReader, follower: LineFollower, names: Names): EventReader {
  return {
    async next() {
      const found = (await reader.next(LINES_A_READ)) ?? [];
      const known = await names(found.flatMap((one) => (one.kind === "line" ? [one.line.actorId] : [])));
      return (
        (reader.hasForgotten() ? FORGOTTEN : "") + found.map((one) => streamMessage(one, known)).join("")
      );
    },
    place: () => ({ position: 0, id: reader.cursor() }),
    changed: follower.changed,
    isOver: follower.isOver,
    close: follower.close,
  };
}

const FORGOTTEN = "event: forgotten\ndata: {}\n\n";

/** A read line as a message of a stream (Server-Sent Events). */
export function streamMessage(read: Read, names: ReadonlyMap<string, string>): string {
  const data = read.kind === "line" ? showLine(read.line, names) : { count: read.count };
  const event = read.kind === "line" ? "request" : "left_out";
  return `id: ${read.cursor}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
