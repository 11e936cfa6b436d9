import { pathOf } from "../../http/address.ts";
import type { Answer } from "../../http/observer.ts";
import { toPostgresText } from "../../lib/postgres-text.ts";

/** What was read of people. A list has its filters, and how many rows it showed, if that is known. */
export type Read = {
  action: string;
  target: { type: string; id: string | null };
  filters: Record<string, string> | null;
  rows: number | null;
  /** Whether it is a further page of a list. */
  continues: boolean;
};

/** Of a query, what says which page, and not what is looked for. */
const PAGING = ["cursor", "limit"];
const MOST_CHARACTERS = 200;

/** What an answer shows of people, by what its route declares (see daemon/start/api/reads.ts); null of nobody. */
export function readOf(
  reads: Readonly<Record<string, string>>,
  { method, url }: Request,
  { route, response }: Answer,
): Read | null {
  const [what, type = ""] = (reads[`${method} ${route.replaceAll(/:(\w+)/g, "{$1}")}`] ?? "").split(" ");
  if (what === "person") {
    const target = { type, id: idOf(response) ?? lastParameter(route, pathOf(url)) };
    return { action: `read.${type}`, target, filters: null, rows: null, continues: false };
  }
  const rows = rowsOf(response);
  // such as what is asked for again and again, until there is something
  if (what !== "people" || rows === 0) return null;
  const query = [...new URL(url).searchParams].filter(([name]) => !PAGING.includes(name));
  return {
    action: `read.${type}`,
    target: { type, id: route.includes(":") ? lastParameter(route, pathOf(url)) : null },
    filters: Object.fromEntries(query.map(([name, value]) => [shortened(name), shortened(value)])),
    rows,
    continues: new URL(url).searchParams.has("cursor"),
  };
}

function idOf(response: unknown): string | null {
  const { id } = Object(response) as { id?: unknown };
  return typeof id === "string" ? id : null;
}

function rowsOf(response: unknown): number | null {
  const { data } = Object(response) as { data?: unknown };
  return Array.isArray(data) ? data.length : null;
}

/** The part of the path that stands where the route has its last parameter. */
function lastParameter(route: string, path: string): string | null {
  const place = route.split("/").findLastIndex((part) => part.startsWith(":"));
  const written = path.split("/")[place] ?? "";
  // a phone number's plus; the routes have taken it, so that it is well written
  return shortened(written.replaceAll(/%2B/gi, "+")) || null;
}

/** Whoever asks chose the text. */
function shortened(text: string): string {
  return toPostgresText(text).slice(0, MOST_CHARACTERS);
}
