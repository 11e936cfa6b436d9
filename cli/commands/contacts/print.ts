import type { Page } from "../../lib/api/types/api.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { Column } from "../../lib/output/table.ts";

/** Prints a list that comes in one page. */
export async function printWhole<Row>(
  { output }: Cli,
  page: Page<Row>,
  columns: ReadonlyArray<Column<Row>>,
): Promise<void> {
  if (output.format === "json") return await output.json(page);
  await output.rows(page.data, columns);
  if (page.data.length === 0) output.note("None.");
}
