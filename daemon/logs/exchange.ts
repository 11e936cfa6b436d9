import type { Line } from "./line.ts";
import { shownPath, withoutSecrets } from "./path.ts";

/** A message between daemons, as the payload of a notification. */
export type DaemonMessage =
  /** Somebody follows an organisation at `from`; with `question`, all that is kept is requested. */
  | { kind: "follows"; from: string; organization: string; question: string | null }
  /** Lines of an organisation; `answers` is the question that they, the last ones, answer. */
  | {
      kind: "lines";
      from: string;
      organization: string;
      source: string;
      lines: Line[];
      answers: string | null;
    };

/** Postgres takes less than 8,000 bytes (PostgreSQL manual, NOTIFY). */
const MOST_BYTES = 7900;
/** Bytes around the lines. */
const FRAME_BYTES = 400;

type Row = [number, number, number, string, string, number, string | null, string, "key" | "user", string];

/** A `follows` as a payload. */
export function followsPayload(from: string, organization: string, question: string | null): string {
  return JSON.stringify({ kind: "follows", from, organization, question });
}

/** Lines of one source as payloads, as few as hold them, one at least. */
export function linesPayloads(
  frame: { from: string; organization: string; source: string },
  lines: readonly Line[],
  answers: string | null,
): string[] {
  const groups: string[][] = [[]];
  let bytes = FRAME_BYTES;
  for (const line of lines) {
    const row = JSON.stringify(pack(line));
    const size = Buffer.byteLength(row) + 1;
    if (bytes + size > MOST_BYTES) {
      groups.push([]);
      bytes = FRAME_BYTES;
    }
    bytes += size;
    groups.at(-1)?.push(row);
  }
  return groups.map((rows, index) => {
    const head = JSON.stringify({
      kind: "lines",
      ...frame,
      answers: index === groups.length - 1 ? answers : null,
    });
    return `${head.slice(0, -1)},"rows":[${rows.join(",")}]}`;
  });
}

/** The message in a payload; null when it is of another version of the program. */
export function readPayload(payload: string): DaemonMessage | null {
  const message = JSON.parse(payload) as DaemonMessage & { rows?: Row[] };
  if (message.kind === "follows") return message;
  if (message.kind !== "lines" || !Array.isArray(message.rows)) return null;
  const { rows, ...frame } = message;
  return { ...frame, lines: rows.map((row) => unpack(frame.source, row)) };
}

function pack(line: Line): Row {
  const { number, written, durationMs, method, path, status, code, requestId, actorType, actorId } = line;
  const harmless = [shownPath(path), withoutSecrets(requestId)] as const;
  return [number, written, durationMs, method, harmless[0], status, code, harmless[1], actorType, actorId];
}

function unpack(source: string, row: Row): Line {
  const [number, written, durationMs, method, path, status, code, requestId, actorType, actorId] = row;
  return { source, number, written, durationMs, method, path, status, code, requestId, actorType, actorId };
}
