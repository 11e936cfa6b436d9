import { basename, extname } from "node:path";
import type { QueryOf } from "../../../lib/api/types/routes.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { given } from "../../../lib/values/given.ts";
import type { ImportOptions } from "./options.ts";

/** What is sent, and with which query. */
export type ImportPlan = { file: string; query: QueryOf<"POST /v1/contacts/import">; contentType: string };

const FORMATS: Record<string, "csv" | "ndjson" | "vcard"> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".vcf": "vcard",
  ".vcard": "vcard",
};

/** What the options ask for. Throws a usage failure when they don't say what the file is, or map nothing to something. */
export function planImport(file: string, options: ImportOptions): ImportPlan {
  const { column, set, country, encoding } = options;
  const format = options.format ?? formatOf(file);
  if (format === undefined) throw usageFailure(`what is ${file}?`, "Say --format csv, ndjson or vcard.");
  return {
    file,
    contentType: "application/octet-stream",
    query: {
      format,
      ...given({
        columns: jsonOf(pairsOf("--column", "heading=field", column, (text) => text.lastIndexOf("="))),
        set: jsonOf(pairsOf("--set", "field=value", set, (text) => text.indexOf("="))),
        default_country: country?.toUpperCase(),
        encoding,
        on_error: options["on-error"],
        dry_run: options["dry-run"] ? "true" : undefined,
        file_name: file === "-" ? undefined : basename(file),
      }),
    },
  };
}

/** The format that a file's name tells. */
export function formatOf(file: string): "csv" | "ndjson" | "vcard" | undefined {
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
