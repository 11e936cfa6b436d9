import type { Cli } from "../../lib/command/cli.ts";
import { plainCell } from "../../lib/output/column.ts";
import type { Style } from "../../lib/text/style.ts";
import { clockTime } from "../events/print.ts";
import { fitParts, type Part } from "./fit.ts";
import type { Entry, MessageEntry, RequestEntry } from "./lines.ts";

/** Prints one entry: tab-separated, as JSON, or as a line that fits the terminal. */
export async function printEntry({ output, terminal, flags }: Cli, entry: Entry): Promise<void> {
  // so that a field of the one kind is empty, not unknown, of the other
  const value = flags.fields === undefined ? entry : { ...EVERY_FIELD, ...entry };
  const width = process.stdout.columns ?? terminal.columns;
  const text = output.format === "terminal" ? pretty(entry, width, output.dataStyle) : plain(entry);
  await output.line(value, text);
}

const EVERY_FIELD: Record<Exclude<keyof RequestEntry | keyof MessageEntry, "kind" | "at">, null> = {
  ...{ method: null, path: null, status: null, duration_ms: null, request_id: null },
  ...{ actor: null, error_code: null },
  ...{ direction: null, age_ms: null, number: null, type: null, message_id: null },
  ...{ channel_id: null, conversation_id: null, error: null, reported_at: null },
};

function plain(entry: Entry): string {
  return cellsOf(entry).map(plainCell).join("\t");
}

function cellsOf(entry: Entry): (string | number | null)[] {
  if (entry.kind === "request") {
    const { at, method, status, duration_ms, path, error_code, actor, request_id } = entry;
    return [at, "request", method, status, duration_ms, path, error_code, actor.name, actor.id, request_id];
  }
  const { at, direction, status, age_ms, number, error, type, message_id, channel_id } = entry;
  const wrong = [error?.code ?? null, error?.title ?? null];
  return [at, "message", direction, status, age_ms, number, ...wrong, type, message_id, channel_id];
}

/** Time, what, status, milliseconds, and what room is left for. */
function pretty(entry: Entry, width: number, style: Style): string {
  const { dim, cyan, green } = style;
  const isRequest = entry.kind === "request";
  const what = (isRequest ? entry.method : entry.direction).padEnd(6);
  const durationMs = isRequest ? entry.duration_ms : entry.age_ms;
  const time = durationMs === null ? "" : `${isRequest ? "" : "+"}${describe(durationMs)}`;
  const beginning = [
    dim(clockTime(entry.at)),
    isRequest ? cyan(what) : entry.direction === "in" ? green(what) : what,
    colourOf(entry, style)(String(entry.status).padEnd(9)),
    dim(time.padStart(8)),
  ].join("  ");
  const rest = fitParts(
    isRequest ? requestParts(entry, style) : messageParts(entry, style),
    width - BEGINNING,
  );
  return `${beginning}  ${rest}`.trimEnd();
}

/** A time of day, a method, a status, milliseconds, and two spaces after each. */
const BEGINNING = 8 + 6 + 9 + 8 + 4 * 2;

function requestParts({ error_code, path, actor, request_id }: RequestEntry, style: Style): Part[] {
  return [
    { text: error_code ?? "", paint: style.red },
    { text: path },
    { text: actor.name ?? actor.id, paint: style.dim, whole: true },
    { text: request_id, paint: style.dim, whole: true },
  ];
}

function messageParts({ number, error, type, message_id, channel_id }: MessageEntry, style: Style): Part[] {
  return [
    { text: number ?? "-" },
    { text: error === null ? "" : `${error.code} ${error.title}`, paint: style.red },
    { text: type ?? "", paint: style.dim, whole: true },
    { text: message_id, paint: style.dim, whole: true },
    { text: channel_id ?? "", paint: style.dim, whole: true },
  ];
}

function colourOf(entry: Entry, style: Style): (text: string) => string {
  if (entry.kind === "message") return (text) => style.status(text.trim()) + text.slice(text.trim().length);
  if (entry.status >= 500) return style.red;
  if (entry.status >= 400) return style.yellow;
  return style.green;
}

/** `4 ms`, `1.2 s`, `5m 3s`, `2h 5m`, `3d 4h`. */
function describe(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${Math.floor(seconds % 60)}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h ${minutes % 60}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
