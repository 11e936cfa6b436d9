import type { Failure } from "../failures/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { harmless, harmlessInColours, harmlessPieces } from "../text/harmless.ts";
import { redact } from "../text/redact.ts";
import { createStyle, type Style } from "../text/style.ts";
import type { Column } from "./column.ts";
import { failureJson, failureText } from "./failure-text.ts";
import { fieldColumns, pickFields } from "./fields.ts";
import type { JqFilter } from "./jq.ts";
import { openScreen } from "./screen.ts";
import { formatLines, formatRecord, formatRecordLines, formatTable } from "./table.ts";

export type Format = "json" | "plain" | "terminal";

/**
 * The one place that prints: data to standard output, everything else to standard error. A terminal gets nothing from
 * others that it would obey; a pipe gets texts and files as they are, and JSON without such characters, escaped.
 */
export type Output = {
  readonly format: Format;
  /** One thing: JSON, `name<TAB>value` lines, or aligned lines. */
  record<Row>(row: Row, columns: ReadonlyArray<Column<Row>>): Promise<void>;
  /** Many things: tab-separated lines or a table, its heading left out on request. For JSON use `json`. */
  rows<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>, heading?: boolean): Promise<void>;
  /** A table on a page of its own, for a terminal: as many rows as fit, drawn again each time, until it is closed. */
  openTable<Row>(columns: ReadonlyArray<Column<Row>>): { show(rows: readonly Row[]): void; close(): void };
  json(value: unknown): Promise<void>;
  /** A response that has rows, as JSON; --fields may name the headings of its table. */
  jsonRows<Row>(response: { data: readonly Row[] }, columns: ReadonlyArray<Column<Row>>): Promise<void>;
  /** One of a series of things that come one by one: a line of JSON (NDJSON), or the line that is given. */
  line<Row>(value: Row, text: string, columns?: ReadonlyArray<Column<Row>>): Promise<void>;
  /** A file as it is, whatever the format; its reader sets the pace. */
  bytes(file: ReadableStream<Uint8Array>): Promise<void>;
  /** Colours of standard output. */
  readonly dataStyle: Style;
  /** A remark for a person; silent with --quiet. */
  note(text: string): void;
  /** A remark that --quiet does not silence. */
  warn(text: string): void;
  failure(failure: Failure): void;
  /** Colours of standard error. */
  readonly style: Style;
};

export type OutputOptions = {
  json: boolean;
  quiet: boolean;
  terminal: Terminal;
  /** The fields of --fields: everything printed is reduced to them. */
  fields?: readonly string[] | undefined;
  /** The filter of --jq for all JSON; with it there is no other output. */
  filter?: JqFilter | undefined;
};

export function createOutput({ json, quiet, terminal, fields, filter }: OutputOptions): Output {
  const format: Format = json || filter !== undefined ? "json" : terminal.isOutput ? "terminal" : "plain";
  const style = createStyle(terminal.errorColours);
  const data = createStyle(terminal.colours);
  const picked = <Row>(value: unknown, columns?: ReadonlyArray<Column<Row>>) =>
    fields === undefined ? value : pickFields(value, fields, columns);
  const clean = terminal.colours ? harmlessInColours : harmless;
  const writeText = (text: string) => writeData(terminal.isOutput ? clean(text) : text);
  const writeJson = async (value: unknown, indent = 2) =>
    filter === undefined
      ? await writeData(`${harmless(JSON.stringify(value, null, indent))}\n`)
      : await writeText(filter(value, terminal.isOutput && indent > 0 ? "indented" : "compact"));
  const columnsFor = <Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>) =>
    fields === undefined ? columns : fieldColumns(rows, fields, columns);
  return {
    format,
    style,
    dataStyle: data,
    json: (value) => writeJson(picked(value)),
    jsonRows: (response, columns) => writeJson(picked(response, columns)),
    async line(value, text, columns = []) {
      if (format === "json") return await writeJson(picked(value, columns), 0);
      if (fields === undefined) return await writeText(`${text}\n`);
      await writeText(formatLines([value], fieldColumns([value], fields, columns)));
    },
    async bytes(file) {
      for await (const chunk of terminal.isOutput ? harmlessPieces(file) : file) await writeData(chunk);
    },
    async record(row, columns) {
      if (format === "json") return await writeJson(picked(row, columns));
      const shown = columnsFor([row], columns);
      await writeText(
        format === "plain"
          ? formatRecordLines(row, shown)
          : formatRecord(row, shown, { style: data, width: terminal.columns }),
      );
    },
    async rows(rows, columns, heading = true) {
      const shown = columnsFor(rows, columns);
      if (format === "plain" || rows.length === 0) return await writeText(formatLines(rows, shown));
      const size = { width: terminal.columns, style: data, heading };
      const { text, hasShortIds } = formatTable(rows, shown, size);
      await writeText(text);
      if (heading && hasShortIds && !quiet) writeRemark(SHORT_IDS);
    },
    openTable(columns) {
      const { draw, close } = openScreen(process.stdout, () => terminal.rows);
      return {
        close,
        show: (rows) => {
          const size = { width: terminal.columns, style: data, heading: true };
          draw(clean(formatTable(rows, columnsFor(rows, columns), size).text));
        },
      };
    },
    note: (text) => void (quiet || writeRemark(text)),
    warn: (text) => writeRemark(`${style.yellow("warning:")} ${text}`),
    failure: (failure) => writeRemark(json ? failureJson(failure) : failureText(failure, style)),
  };
}

const SHORT_IDS = "Ids are shortened. In full: widen the window, or --fields id";

/** Waits until the reader has taken the text, so that ending the process loses nothing. */
async function writeData(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function writeRemark(text: string): void {
  process.stderr.write(`${harmlessInColours(redact(text))}\n`);
}
