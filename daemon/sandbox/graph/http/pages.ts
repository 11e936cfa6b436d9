import { type GraphFailure, parameterError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

const MOST_ITEMS = 100;

/** A page of `items` by the query's `limit` and `after`, with the Graph API's `paging`. */
export function pageOf<Item>(
  exchange: Exchange,
  items: readonly Item[],
): { data: Item[]; paging: object } | GraphFailure {
  const { searchParams } = exchange.url;
  const limit = Math.min(Number(searchParams.get("limit") ?? 25), MOST_ITEMS);
  const after = Number(searchParams.get("after") ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(after) || after < 0) {
    return parameterError("Param limit and after must be valid cursors.");
  }
  const cursors = { before: String(after), after: String(after + limit) };
  const next = items.length > after + limit ? { next: pageUrl(exchange, after + limit) } : {};
  return { data: items.slice(after, after + limit), paging: { cursors, ...next } };
}

function pageUrl({ url, world }: Exchange, after: number): string {
  const next = new URL(url.pathname + url.search, world.url);
  next.searchParams.set("after", String(after));
  next.searchParams.delete("access_token");
  return next.href;
}
