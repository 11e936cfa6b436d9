import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { type Column, plainCell } from "../../lib/output/column.ts";
import { clip } from "../../lib/text/clip.ts";

export const eventColumns: Column<LoggedEvent>[] = [
  { title: "id", value: (event) => event.id },
  { title: "type", value: (event) => event.type },
  { title: "created", value: (event) => event.created_at, kind: "time" },
  { title: "body", value: (event) => JSON.stringify(event.body), optional: true },
];

/** The same for a terminal, where a body is cut to what is left of the line. */
export function columnsFor({ output, terminal }: Cli): Column<LoggedEvent>[] {
  if (output.format !== "terminal") return eventColumns;
  const room = Math.max(10, terminal.columns - OTHER_COLUMNS_WIDTH);
  const body = (event: LoggedEvent) => clip(plainCell(JSON.stringify(event.body)), room);
  return [...eventColumns.slice(0, -1), { title: "body", value: body, optional: true }];
}

/** An id, a type, an age, and what is between them. */
const OTHER_COLUMNS_WIDTH = 30 + 25 + 8 + 6;

/** Prints one event of a series: tab-separated, as JSON, or as a line that fits the terminal. */
export function printEvent({ output, terminal }: Cli, event: LoggedEvent): Promise<void> {
  if (output.format === "plain") return output.rows([event], eventColumns);
  const time = clockTime(event.created_at);
  const type = event.type.padEnd(TYPE_WIDTH);
  const body = clip(plainCell(JSON.stringify(event.body)), terminal.columns - time.length - type.length - 3);
  const { dim, cyan } = output.dataStyle;
  return output.line(event, `${dim(time)}  ${cyan(type)} ${body}`);
}

/** As wide as the longest type: crm.relationship.unlinked. */
export const TYPE_WIDTH = 25;

/** The time of day of a moment, where the reader is. */
export function clockTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}
