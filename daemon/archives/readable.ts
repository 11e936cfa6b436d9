/** The part of an archive for people: one page without scripts, in which every text is escaped. */
import { SECTION_NAMES } from "../../db/archives/sections.ts";
import type { Known, KnownMessage } from "./known.ts";

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid #8884; overflow-wrap: anywhere }
th, time { white-space: nowrap } td { white-space: pre-wrap; min-width: 5rem }`;

/** `index.html`, piece by piece: a table for each section that has something, and one of the messages. */
export async function* pageOf(known: Known, madeAt: Date): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What is kept of a person</title><style>${STYLE}</style>
<h1>What is kept of a person</h1>
<p>Made on ${madeAt.toUTCString()}. <a href="person.json">person.json</a> has the same for programs. Times are in UTC.</p>\n`;
  for (const section of SECTION_NAMES) {
    const rows = known.rows(section);
    yield* tableOf(section, section === "contacts" ? fields(rows) : rows);
  }
  yield* tableOf("messages", lines(known.messages()));
  yield "</html>\n";
}

/** HTML that is there already, and so is not escaped. */
class Markup {
  constructor(readonly html: string) {}
}

async function* tableOf(name: string, rows: AsyncGenerator<Record<string, unknown>>): AsyncGenerator<string> {
  let isBegun = false;
  for await (const row of rows) {
    if (!isBegun) yield `<h2>${wordsOf(name)}</h2>\n<div style="overflow-x: auto"><table>\n${headingOf(row)}`;
    isBegun = true;
    yield `<tr>${Object.values(row)
      .map((value) => `<td>${cellOf(value)}</td>`)
      .join("")}</tr>\n`;
  }
  if (isBegun) yield "</table></div>\n";
}

function headingOf(row: Record<string, unknown>): string {
  const cells = Object.keys(row).map((name) => `<th>${wordsOf(name)}</th>`);
  return `<tr>${cells.join("")}</tr>\n`;
}

/** What a name of the API is called: `created_at` is "Created at". */
function wordsOf(name: string): string {
  const words = Bun.escapeHTML(name.replaceAll("_", " "));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A line for each field: there is one contact, and it has many. */
async function* fields(
  rows: AsyncGenerator<Record<string, unknown>>,
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows)
    for (const [name, value] of Object.entries(row)) yield { field: name.replaceAll("_", " "), value };
}

async function* lines(messages: AsyncGenerator<KnownMessage>): AsyncGenerator<Record<string, unknown>> {
  for await (const { message, files } of messages) {
    const { created_at, direction, group_id, group, text, content, edits, deleted_at } = message;
    yield {
      time: new Date(created_at),
      from: direction === "inbound" ? "them" : "us",
      in_group: group?.subject ?? group_id,
      text: text ?? content,
      files: new Markup(files.map(({ name }) => `<a href="${name}">${name.slice(6)}</a>`).join(" ")),
      earlier: edits.map((edit) => edit.content),
      deleted: deleted_at === null ? null : new Date(deleted_at),
    };
  }
}

function cellOf(value: unknown): string {
  if (value instanceof Markup) return value.html;
  if (value instanceof Date) return `<time>${value.toISOString().slice(0, 16).replace("T", " ")}</time>`;
  if (value instanceof Uint8Array) return Bun.escapeHTML(new TextDecoder().decode(value));
  return Bun.escapeHTML(said(value));
}

/** JSON as a person reads it: a list with commas, a line for each member. */
function said(value: unknown): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return members.map(([name, member]) => `${name}: ${said(member)}`).join("\n");
}
