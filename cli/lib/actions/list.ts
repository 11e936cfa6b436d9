import type {
  Page,
  Paging,
  QueryOf,
  RequestOf,
  ResponseOf,
  Route,
  RowOf,
} from "../../../daemon/start/types/routes.ts";
import type { Client } from "../api/client.ts";
import type { Cli } from "../command/cli.ts";
import type { Column } from "../output/column.ts";
import { type PagingOptions, printPages } from "./paging.ts";
import { watchRows } from "./watch-list.ts";

/** The routes that return a list. */
type ListRoute = { [Name in Route]: ResponseOf<Name> extends { data: unknown[] } ? Name : never }[Route];

/** The query without its page. */
type Filtered<Name extends Route> = Omit<RequestOf<Name>, "query"> & {
  query?: Omit<QueryOf<Name>, keyof Paging>;
};

/** Prints a list of the API: one page, or all of them. */
export async function list<Name extends ListRoute>(
  cli: Cli,
  route: Name,
  request: Filtered<Name>,
  columns: ReadonlyArray<Column<RowOf<Name>>>,
  options: PagingOptions,
): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, columns, (paging) => {
    const page = { ...request, query: { ...request.query, ...paging } };
    // of a route that is not named here, the compiler can't see that this is its request
    return readList(client, route, page as unknown as RequestOf<Name>);
  });
}

/** Prints a list of the API that comes in one piece. */
export async function listUnpaged<Name extends ListRoute>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  columns: ReadonlyArray<Column<RowOf<Name>>>,
  { watch }: { watch: boolean } = { watch: false },
): Promise<void> {
  const client = await cli.client();
  if (watch) return await watchRows(cli, columns, async () => (await readList(client, route, request)).data);
  const response = await readList(client, route, request);
  await printRows(cli, response, columns);
  if (response.data.length === 0 && cli.output.format !== "json") cli.output.note("None.");
}

/** Prints the rows of a response, as JSON all of it. */
export async function printRows<Row>(
  { output }: Cli,
  response: { data: Row[] },
  columns: ReadonlyArray<Column<Row>>,
): Promise<void> {
  if (output.format === "json") await output.jsonRows(response, columns);
  else await output.rows(response.data, columns);
}

/** The response of a list: of a route that is not named here, the compiler can't see that it has rows. */
async function readList<Name extends ListRoute>(
  client: Client,
  route: Name,
  request: RequestOf<Name>,
): Promise<Page<RowOf<Name>>> {
  return (await client.call(route, request)) as unknown as Page<RowOf<Name>>;
}
