import type { RequestOf, ResponseOf, Route } from "../../../daemon/start/types/routes.ts";
import type { Cli } from "../command/cli.ts";
import type { Column } from "../output/column.ts";

/** Asks the API for one thing and prints it. */
export async function show<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  columns: ReadonlyArray<Column<ResponseOf<Name>>>,
): Promise<void> {
  const client = await cli.client();
  await cli.output.record(await client.call(route, request), columns);
}
