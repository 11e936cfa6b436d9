import type { Page, Paging } from "../../../daemon/start/types/routes.ts";
import type { Cli } from "../command/cli.ts";
import { usageFailure } from "../failures/failure.ts";
import type { Column } from "../output/column.ts";
import { given } from "../values/given.ts";
import { watchOption, watchRows } from "./watch-list.ts";

const LARGEST_PAGE = 100;
/** The server's limit of a page when none is given. */
const USUAL_PAGE = 25;

/** The options of every list. */
export const pagingOptions = {
  limit: { value: "number", description: "Rows per page, 1 to 100 (default 25)" },
  cursor: { value: "cursor", description: "Start at this page: the previous page's meta.next_cursor" },
  all: { description: "All pages" },
  ...watchOption,
} as const;

export type PagingOptions = {
  limit: string | undefined;
  cursor: string | undefined;
  all: boolean;
  watch: boolean;
};

/**
 * Prints a list: one page, or all of them. Rows of all pages appear as they
 * arrive, except as JSON, which is one document `{ data, meta }`.
 */
export async function printPages<Row>(
  cli: Cli,
  options: PagingOptions,
  columns: ReadonlyArray<Column<Row>>,
  read: (paging: Paging) => Promise<Page<Row>>,
): Promise<void> {
  if (options.watch) return await watchPage(cli, options, columns, read);
  const { output } = cli;
  const collected: Row[] = [];
  let count = 0;
  let next: string | null = null;
  for await (const { data, meta } of readPages(options, read)) {
    if (output.format === "json") collected.push(...data);
    else await output.rows(data, columns, count === 0);
    count += data.length;
    next = meta.next_cursor;
  }
  const response = { data: collected, meta: { next_cursor: next } };
  if (output.format === "json") return await output.jsonRows(response, columns);
  if (count === 0) output.note("None.");
  if (next !== null) output.note(`More: --cursor ${next}, or --all`);
}

async function watchPage<Row>(
  cli: Cli,
  options: PagingOptions,
  columns: ReadonlyArray<Column<Row>>,
  read: (paging: Paging) => Promise<Page<Row>>,
): Promise<never> {
  if (options.all || options.cursor !== undefined)
    throw usageFailure(
      "--watch goes with neither --all nor --cursor",
      "It shows the first page, see --limit.",
    );
  return await watchRows(cli, columns, async () => {
    const pages = await Array.fromAsync(readPages(options, read));
    return pages.flatMap(({ data }) => data);
  });
}

/**
 * As many rows as a page has, or with --all every page, as they arrive. The server ends a long search with fewer rows,
 * or none, and a cursor to continue: then the rest of the page is requested.
 */
export async function* readPages<Row>(
  options: Omit<PagingOptions, "watch">,
  read: (paging: Paging) => Promise<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  let { cursor } = options;
  let limit = limitOf(options);
  let missing = limit ?? USUAL_PAGE;
  do {
    const page = await read(given({ limit, cursor }));
    yield page;
    cursor = page.meta.next_cursor ?? undefined;
    missing -= page.data.length;
    if (!options.all) limit = missing;
  } while (cursor !== undefined && (options.all || missing > 0));
}

function limitOf(options: Pick<PagingOptions, "limit" | "all">): number | undefined {
  if (options.limit !== undefined) return parseLimit(options.limit);
  return options.all ? LARGEST_PAGE : undefined;
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE) return limit;
  throw usageFailure(`--limit must be a whole number from 1 to ${LARGEST_PAGE}, not '${text}'`);
}
