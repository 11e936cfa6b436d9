import { plainCell } from "../../lib/output/column.ts";
import type { Attempt } from "./forward.ts";
import type { Entry } from "./session.ts";

export type DetailLine = { text: string; kind: "title" | "text" | "quiet" };

/** An event and its forwarding in full, as lines no wider than `width`. */
export function detailLines({ event, attempts }: Entry, width: number): DetailLine[] {
  const body = JSON.stringify(event.body, null, 2).split("\n");
  const [last] = attempts.slice(-1);
  return [
    title(`${event.type}  ${event.id}`),
    quiet(`${event.created_at}${event.test ? "  test" : ""}`),
    ...(last === undefined ? [quiet("no response yet")] : responseLines(attempts, last)),
    blank,
    title("Body"),
    ...body.map(text),
    blank,
    title("Headers"),
    ...Object.entries(last?.headers ?? {}).map(([name, value]) => quiet(`${name}: ${value}`)),
  ].flatMap((line) => wrap(line, width));
}

function responseLines(attempts: readonly Attempt[], { responseText }: Attempt): DetailLine[] {
  return [
    blank,
    title(attempts.length === 1 ? "Response" : `Responses to ${attempts.length} attempts`),
    ...attempts.map(({ status, error, durationMs }) => text(`${status ?? error}  ${durationMs} ms`)),
    ...responseText.trimEnd().split("\n").filter(Boolean).map(text),
  ];
}

const blank: DetailLine = { text: "", kind: "text" };
const title = (line: string): DetailLine => ({ text: line, kind: "title" });
const text = (line: string): DetailLine => ({ text: line, kind: "text" });
const quiet = (line: string): DetailLine => ({ text: line, kind: "quiet" });

/** Responses come from other programs: what could move the cursor becomes spaces. */
function wrap({ text, kind }: DetailLine, width: number): DetailLine[] {
  const clean = plainCell(text);
  const pieces = clean.match(new RegExp(`.{1,${width}}`, "gu")) ?? [""];
  return pieces.map((piece) => ({ text: piece, kind }));
}
