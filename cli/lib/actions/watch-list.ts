import type { Cli } from "../command/cli.ts";
import type { Column } from "../output/column.ts";
import type { Output } from "../output/output.ts";
import { holdSpinner } from "../terminal/spinner.ts";
import { isObject } from "../values/objects.ts";
import { watchValue } from "./watch.ts";

/** The option of every list. */
export const watchOption = {
  watch: { description: "Refresh every two seconds; in a pipe, print each row that is new or has changed" },
} as const;

const INTERVAL_MS = 2_000;

/**
 * Shows rows again and again, until it is ended: on a terminal the whole table in place of the one before; elsewhere
 * each row that is new or not the same as before, with --json as one object a line.
 */
export async function watchRows<Row>(
  { output, terminal }: Cli,
  columns: ReadonlyArray<Column<Row>>,
  read: () => Promise<readonly Row[]>,
): Promise<never> {
  const isDrawn = output.format === "terminal" && terminal.canRedraw;
  const table = isDrawn ? output.openTable(columns) : { show: printerOf(output, columns), close() {} };
  const lost = (reason: string) => output.note(`Retrying: ${reason}.`);
  const releaseSpinner = holdSpinner();
  try {
    await table.show(await read());
    return await watchValue({ read, intervalMs: INTERVAL_MS, shown: table.show, lost }).ended;
  } finally {
    table.close();
    releaseSpinner();
  }
}

function printerOf<Row>(output: Output, columns: ReadonlyArray<Column<Row>>) {
  let before = new Map<unknown, string>();
  return async (rows: readonly Row[]) => {
    const now = new Map(rows.map((row) => [idOf(row), JSON.stringify(row)]));
    const changed = rows.filter((row) => before.get(idOf(row)) !== now.get(idOf(row)));
    before = now;
    // the newest come first in lists, and last in what is printed one after another
    for (const row of changed.toReversed()) await printRow(output, row, columns);
  };
}

async function printRow<Row>(output: Output, row: Row, columns: ReadonlyArray<Column<Row>>): Promise<void> {
  if (output.format === "json") await output.line(row, "", columns);
  else await output.rows([row], columns, false);
}

/** The identity of a row: its id, or all of it. */
function idOf(row: unknown): unknown {
  return isObject(row) && "id" in row ? row.id : JSON.stringify(row);
}
