import type { Sql } from "../../db/connection/client.ts";
import { type ImportRow, listRefusals, type RefusalRow } from "../../db/imports/imports.ts";
import { csvLine } from "./read/csv-line.ts";
import { SENT_AS } from "./read/format.ts";
import { showRefusal } from "./record.ts";
import { streamed } from "./streamed.ts";

const LINES_AT_ONCE = 500;

/** Streams every refused line of an import: where it is, why it was refused, and its text. */
export function answerRefusals(sql: Sql, row: ImportRow, format: "csv" | "ndjson"): Response {
  return new Response(streamed(linesOf(sql, row, format)), {
    headers: {
      "content-type": SENT_AS[format],
      "content-disposition": `attachment; filename="${row.id}-refused.${format}"`,
    },
  });
}

async function* linesOf(sql: Sql, { organization_id, id }: ImportRow, format: "csv" | "ndjson") {
  if (format === "csv") yield csvLine(["line", "code", "detail", "record"]);
  let after = 0;
  while (true) {
    const rows = await listRefusals(sql, organization_id, id, after, LINES_AT_ONCE);
    if (rows.length > 0) yield rows.map(format === "csv" ? asCsv : asJson).join("");
    after = rows.at(-1)?.line ?? after;
    if (rows.length < LINES_AT_ONCE) return;
  }
}

function asCsv(row: RefusalRow): string {
  const { line, code, detail, record } = showRefusal(row);
  return csvLine([String(line), code, detail, record]);
}

function asJson(row: RefusalRow): string {
  return `${JSON.stringify(showRefusal(row))}\n`;
}
