import type { RequestOf, ResponseOf, Route } from "../../../daemon/start/types/routes.ts";
import type { Cli } from "../command/cli.ts";
import type { Column } from "../output/column.ts";
import { submit } from "./submit.ts";

/** Has the API change something and prints the response, then a remark. With --dry-run it prints the request instead. */
export async function change<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name>,
  columns: ReadonlyArray<Column<ResponseOf<Name>>>,
  remark?: string,
): Promise<void> {
  const changed = await submit(cli, route, request);
  if (changed === undefined) return;
  await cli.output.record(changed, columns);
  if (remark !== undefined) cli.output.note(remark);
}
