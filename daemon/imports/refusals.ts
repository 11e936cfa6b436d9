import type { Sql } from "../../db/connection/client.ts";
import { type ImportRow, listRefusals, type RefusalRow } from "../../db/imports/imports.ts";
import { type BrokeOff, fileResponse } from "./file-response.ts";
import { listSeparator } from "./list-separator.ts";
import { csvRecord } from "./read/csv.ts";
import { BYTE_ORDER_MARK, csvLine } from "./read/csv-line.ts";
import { isSheet } from "./read/format.ts";
import { REFUSED_LINE, REFUSED_REASON } from "./read/our-columns.ts";
import { parseSettings } from "./read/prepare.ts";
import { showRefusal } from "./record.ts";

const LINES_AT_ONCE = 500;

/**
 * Streams every line of an import with something wrong. As CSV, a file that had columns comes
 * back with the same ones and the reason, as its spreadsheet program reads it: it can be
 * corrected there and imported again.
 */
export function refusalsResponse(
  sql: Sql,
  row: ImportRow,
  format: "csv" | "ndjson",
  brokeOff: BrokeOff,
): Promise<Response> {
  return fileResponse({ name: `${row.id}-refused`, format, texts: linesOf(sql, row, format) }, brokeOff);
}

async function* linesOf(sql: Sql, row: ImportRow, format: "csv" | "ndjson") {
  const { heading, lineOf } = format === "csv" ? asCsv(row) : AS_JSON;
  let above = heading;
  let after = 0;
  while (true) {
    const rows = await listRefusals(sql, row.organization_id, row.id, after, LINES_AT_ONCE);
    const text = above + rows.map(lineOf).join("");
    if (text !== "") yield text;
    above = "";
    after = rows.at(-1)?.line ?? after;
    if (rows.length < LINES_AT_ONCE) return;
  }
}

type Lines = { heading: string; lineOf: (row: RefusalRow) => string };

const AS_JSON: Lines = { heading: "", lineOf: (row) => `${JSON.stringify(showRefusal(row))}\n` };

function asCsv(row: ImportRow): Lines {
  const { columns, delimiter } = parseSettings(row.settings);
  const separator = isSheet(row.format) ? listSeparator(row.default_country) : delimiter;
  if (columns.length === 0)
    return {
      heading: csvLine(["line", "code", "detail", "record"]),
      lineOf: (row) => {
        const { line, code, detail, record } = showRefusal(row);
        return csvLine([String(line), code, detail, record]);
      },
    };
  const own = [REFUSED_LINE, REFUSED_REASON];
  const headers = columns.map(({ header }) => header);
  const kept = headers.flatMap((header, index) => (own.includes(header) ? [] : [index]));
  const lineFrom = (cells: readonly string[], added: readonly string[]) =>
    csvLine([...kept.map((index) => cells[index] ?? ""), ...added], separator);
  return {
    heading: BYTE_ORDER_MARK + lineFrom(headers, own),
    lineOf(row) {
      const { line, detail, record } = showRefusal(row);
      return lineFrom(csvRecord(record, delimiter), [String(line), detail]);
    },
  };
}
