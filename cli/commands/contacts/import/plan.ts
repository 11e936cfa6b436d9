import { basename, extname } from "node:path";
import type { QueryOf } from "../../../../daemon/start/types/routes.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { given } from "../../../lib/values/given.ts";
import type { ImportOptions, importFormats } from "./options.ts";

/** The file to send, and with which query. */
export type ImportPlan = { file: string; query: QueryOf<"POST /v1/contacts/import">; contentType: string };

type FileFormat = (typeof importFormats)[number];

const FORMATS: Record<string, FileFormat> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".xlsx": "xlsx",
  ".xlsm": "xlsx",
  ".ods": "ods",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".vcf": "vcard",
  ".vcard": "vcard",
};

/** The import that the options describe. Throws a usage failure if they give no format, or map an unknown column. */
export function planImport(file: string, options: ImportOptions): ImportPlan {
  const { column, set, country, encoding, sheet } = options;
  const format = options.format ?? formatOf(file);
  if (format === undefined) throw unknownFormat(file);
  return {
    file,
    contentType: "application/octet-stream",
    query: {
      format,
      ...given({
        columns: jsonOf(pairsOf("--column", "heading=field", column, (text) => text.lastIndexOf("="))),
        set: jsonOf(pairsOf("--set", "field=value", set, (text) => text.indexOf("="))),
        default_country: country?.toUpperCase(),
        ...{ encoding, sheet },
        on_error: options["on-error"],
        dry_run: options["dry-run"] ? "true" : undefined,
        file_name: file === "-" ? undefined : basename(file),
      }),
    },
  };
}

function unknownFormat(file: string) {
  const hint =
    extname(file).toLowerCase() === ".xls"
      ? "Save it as .xlsx in your spreadsheet program; if it is text, say --format csv."
      : "Say --format csv, xlsx, ods, ndjson or vcard.";
  return usageFailure(`the name ${file} doesn't say what format the file has`, hint);
}

/** The plan with one more column that is for a field. */
export function withColumn(plan: ImportPlan, heading: string, field: string): ImportPlan {
  const columns: unknown = JSON.parse(plan.query.columns ?? "{}");
  return {
    ...plan,
    query: { ...plan.query, columns: JSON.stringify({ ...Object(columns), [heading]: field }) },
  };
}

/** A spreadsheet is answered only after it was read. */
const SHEET_PATIENCE_MS = 10 * 60 * 1000;

/** How many milliseconds the response may take; undefined: as long as any other. */
export function patienceFor(plan: ImportPlan, timeoutMs: number | undefined): number | undefined {
  return timeoutMs ?? (isSpreadsheet(plan) ? SHEET_PATIENCE_MS : undefined);
}

/** Whether all of a file is needed to see how it begins. */
export function isSpreadsheet({ query }: ImportPlan): boolean {
  return query.format === "xlsx" || query.format === "ods";
}

/** The format by a file's name. */
export function formatOf(file: string): FileFormat | undefined {
  const extension = extname(file).toLowerCase();
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
}

/** Of a column the last `=` divides, since a heading may hold one and a field does not; of a value the first does. */
function pairsOf(
  option: string,
  form: string,
  given: readonly string[],
  divideAt: (text: string) => number,
): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = divideAt(text);
      if (at < 1) throw usageFailure(`${option} must be ${form}, not '${text}'`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function jsonOf(pairs: Record<string, string>): string | undefined {
  return Object.keys(pairs).length === 0 ? undefined : JSON.stringify(pairs);
}
