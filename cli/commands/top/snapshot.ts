import type { Overview } from "../../lib/api/types/overview.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { Column } from "../../lib/output/column.ts";
import { formatLines } from "../../lib/output/table.ts";
import type { Style } from "../../lib/text/style.ts";
import { fitColumns, rowLine, titleLine } from "./cells.ts";
import { type AnyPane, contentsOf, everyError, PANES, type Pane } from "./panes.ts";
import { summaryLines } from "./summary.ts";

/** Prints the state once: as JSON (a line of it in a series), as lines for scripts, or as tables. */
export async function printSnapshot(cli: Cli, overview: Overview, isSeries: boolean): Promise<void> {
  const { output, flags } = cli;
  if (output.format === "json" && !isSeries) return await output.json(overview);
  if (output.format !== "terminal" || flags.fields !== undefined)
    return await output.line(overview, plainText(overview));
  const width = cli.terminal.columns;
  await output.line(overview, summaryLines(overview, output.dataStyle, width).join("\n"));
  for (const pane of PANES) {
    const lines = paneLines(contentsOf(overview, pane), pane, { overview, style: output.dataStyle, width });
    await output.line(overview, ["", ...lines].join("\n"));
  }
  if (isSeries) await output.line(overview, "");
}

function paneLines(
  { columns, rows, nothing }: AnyPane,
  pane: Pane,
  { overview, style, width }: { overview: Overview; style: Style; width: number },
): string[] {
  const drawn = fitColumns(columns, width - 1);
  const now = new Date(overview.now);
  const lines = rows.map(({ row }) => rowLine(drawn, row, now, style));
  return [
    style.dim(titleLine(drawn, `${pane.toUpperCase()} ${rows.length}`)),
    ...(lines.length === 0 ? [nothing] : lines),
  ];
}

/** The first columns of a pane's line: its kind, and its id. */
const KINDS = { channels: "channel", lanes: "lane", endpoints: "endpoint", errors: "error" } as const;

/** One thing a line: what it is about, and values, separated by tabs. */
function plainText(overview: Overview): string {
  const { now, version, channel_statuses, rates, webhooks } = overview;
  const facts = [
    ["overview", now, version],
    ...named("status", channel_statuses),
    ...named("messages", rates ?? {}),
    ...named("webhooks", webhooks ?? {}),
  ];
  const lists = PANES.map((pane) => {
    const { columns, rows } = pane === "errors" ? everyError(overview) : contentsOf(overview, pane);
    const about = { title: pane, value: () => KINDS[pane] };
    const id: Column<(typeof rows)[number]> = { title: "id", value: (one) => one.id.split(" ").at(-1) };
    return formatLines(rows, [about, id, ...columns.map(ofRow)]);
  });
  return `${facts.map((fact) => `${fact.join("\t")}\n`).join("")}${lists.join("")}`.trimEnd();
}

function named(about: string, values: Readonly<Record<string, number | null>>): string[][] {
  return Object.entries(values).map(([name, value]) => [about, name, String(value ?? "")]);
}

function ofRow<Row>(column: Column<Row>): Column<{ row: Row }> {
  return { title: column.title, value: ({ row }) => column.value(row) };
}
