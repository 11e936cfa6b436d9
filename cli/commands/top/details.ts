import type { Overview, OverviewError } from "../../lib/api/types/overview.ts";
import { plainCell } from "../../lib/output/column.ts";
import { SANDBOX_NOTE } from "../../lib/text/sandbox.ts";
import type { Style } from "../../lib/text/style.ts";
import { describeAge } from "../../lib/values/duration.ts";
import { contentsOf } from "./panes.ts";
import { chosenRow, type TopSession } from "./session.ts";

const NAME_WIDTH = 20;

/** Everything that is known of the chosen row, as lines no wider than `width`. */
export function detailLines(session: TopSession, width: number, style: Style): string[] {
  const { overview, pane } = session;
  const row: unknown = chosenRow(session)?.row;
  if (typeof row !== "object" || row === null) return [];
  const now = new Date(overview.now);
  const own = fieldsOf(row).flatMap(([name, value]) => fieldLines(name, value, { now, width, style }));
  const errors = errorLines(session, row, { width, style, now });
  return [style.bold(titleOf(session, pane)), "", ...own, ...errors];
}

/** Lines that explain the keys. */
export function helpLines(style: Style, isSandbox: boolean): string[] {
  const keys = KEYS.map(([key, meaning]) => `  ${style.cyan(key.padEnd(14))}${meaning}`);
  const sandbox = isSandbox ? ["", ...SANDBOX_NOTE.split(/(?<=\.) /)] : [];
  return [style.bold("Keys"), "", ...keys, "", ...NOTES, ...sandbox];
}

const KEYS = [
  ["↑ ↓  k j", "choose a row; PgUp and PgDn by a page"],
  ["Tab  1-4", "the next list; channels, lanes, endpoints, errors"],
  ["Enter", "show the details of the row"],
  ["Esc", "back"],
  ["p", "pause the channel or endpoint: messages and events for it wait"],
  ["r", "resume it; failed ones are retried at once"],
  ["?", "this help"],
  ["q  Ctrl-C", "end"],
] as const;

const NOTES = [
  "Oldest: since when what is due longest waits. Next: when what is not",
  "due yet will be. Lag: how long the oldest due webhook waits. p50, p99:",
  "how long half of the webhooks and 99 in 100 take from their event on.",
];

type Look = { now: Date; width: number; style: Style };

function fieldLines(name: string, value: unknown, { now, width, style }: Look): string[] {
  const text = textOf(value, now);
  if (text === "") return [];
  const label = style.dim(name.replaceAll("_", " ").padEnd(NAME_WIDTH));
  return wrap(text, width - NAME_WIDTH).map(
    (line, index) => (index === 0 ? label : " ".repeat(NAME_WIDTH)) + line,
  );
}

/** The number that was counted says whether all was. */
function fieldsOf(row: object): [name: string, value: unknown][] {
  const isLeast = "counted_all" in row && !row.counted_all;
  return Object.entries(row)
    .filter(([name]) => !["counted_all", "all"].includes(name))
    .map(([name, value]) => [name, name === "waiting" && isLeast ? `${value} or more` : value]);
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function textOf(value: unknown, now: Date): string {
  const text = plainCell(typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? ""));
  return TIME.test(text) ? `${text}  ${describeAge(text, now)}` : text;
}

/** Recent errors of a channel or endpoint, or each of the errors that are shown as one. */
function errorLines(session: TopSession, row: object, { width, style, now }: Look): string[] {
  const { overview, pane } = session;
  const own: readonly OverviewError[] =
    pane === "errors" ? chosenRow(session)?.row.all : errorsOf(overview, row);
  if (own.length === 0) return [];
  const said = ({ code, detail }: OverviewError) => (pane === "errors" ? [detail] : [code, detail]);
  const lines = own.flatMap((error) => {
    const parts = [describeAge(error.at, now), error.id, ...said(error)];
    return wrap(plainCell(parts.join("  ")), width - 2).map((line) => `  ${line}`);
  });
  return ["", style.bold("In the last hour"), ...lines];
}

function errorsOf({ errors }: Overview, row: object): OverviewError[] {
  const id = "lane_id" in row ? row.lane_id : "id" in row ? row.id : null;
  return errors.filter(({ channel_id, endpoint_id }) => channel_id === id || endpoint_id === id);
}

function titleOf(session: TopSession, pane: TopSession["pane"]): string {
  const [first] = contentsOf(session.overview, pane).columns;
  return plainCell(first?.value(chosenRow(session)?.row));
}

function wrap(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${Math.max(10, width)}}`, "gu")) ?? [];
}
