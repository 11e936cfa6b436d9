import type { QueryOf } from "../../api/call.ts";
import { quoted } from "../../parts/as-command.tsx";

/** A file, and how it is imported. */
export type Plan = {
  file: File;
  /** Empty while nobody knows it. */
  format: string;
  sheet: string | null;
  country: string;
  encoding: string;
  /** What somebody chose for columns, by their headings. */
  columns: ReadonlyMap<string, string>;
  values: readonly ValueForAll[];
  onError: "skip" | "stop";
};

/** A value that every contact gets. */
export type ValueForAll = {
  /** A field, or `CUSTOM` with a key. */
  field: string;
  key: string;
  value: string;
};

export const CUSTOM = "custom_fields.";

type ImportQuery = QueryOf<"POST /v1/contacts/import">;

const FORMATS: Readonly<Record<string, string>> = {
  ...{ csv: "csv", tsv: "csv", txt: "csv", xlsx: "xlsx", xlsm: "xlsx", ods: "ods" },
  ...{ ndjson: "ndjson", jsonl: "ndjson", vcf: "vcard", vcard: "vcard" },
};
/** The extensions of files that can be imported, as the browser's dialog takes them. */
export const EXTENSIONS = Object.keys(FORMATS)
  .map((extension) => `.${extension}`)
  .join(",");
/** What is read of a text to show what becomes of it; more than the API looks at is not sent. */
const BEGINNING_BYTES = 1024 * 1024;

/** How a file is imported unless somebody says otherwise. */
export function planFor(file: File): Plan {
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const format = Object.hasOwn(FORMATS, extension) ? (FORMATS[extension] ?? "") : "";
  const chosen = { sheet: null, country: "", encoding: "", columns: new Map<string, string>(), values: [] };
  return { file, format, ...chosen, onError: "skip" };
}

/** The part of the file that a preview needs: a spreadsheet can't be read by its beginning. */
export function beginningOf({ file, format }: Plan): Blob {
  return format === "xlsx" || format === "ods" ? file : file.slice(0, BEGINNING_BYTES);
}

/** How the file is read, as the API takes it. */
export function queryOf({ file, format, ...plan }: Plan): ImportQuery {
  const { sheet, country, encoding, columns, onError } = plan;
  const values = valuesOf(plan);
  return {
    ...(format === "" ? {} : { format }),
    ...(sheet === null ? {} : { sheet }),
    ...(country === "" ? {} : { default_country: country }),
    ...(encoding.trim() === "" ? {} : { encoding: encoding.trim() }),
    ...(columns.size === 0 ? {} : { columns: JSON.stringify(Object.fromEntries(columns)) }),
    ...(values.length === 0 ? {} : { set: JSON.stringify(Object.fromEntries(values)) }),
    ...(onError === "skip" ? {} : { on_error: onError }),
    file_name: file.name,
  };
}

/** The command that imports the file in the same way. */
export function commandOf(plan: Plan): string {
  const { file, format, sheet, country, encoding, columns, onError } = plan;
  const options = [
    ...[...columns].map(([header, field]) => `--column ${quoted(`${header}=${field}`)}`),
    ...valuesOf(plan).map(([field, value]) => `--set ${quoted(`${field}=${value}`)}`),
    sheet !== null && `--sheet ${quoted(sheet)}`,
    country !== "" && `--country ${country}`,
    encoding.trim() !== "" && `--encoding ${quoted(encoding.trim())}`,
    onError === "stop" && "--on-error stop",
    planFor(file).format !== format && format !== "" && `--format ${format}`,
  ];
  return ["contacts import", quoted(file.name), ...options.filter((option) => option !== false)].join(" ");
}

function valuesOf({ values }: Pick<Plan, "values">): [field: string, value: string][] {
  return values
    .filter(({ value }) => value.trim() !== "")
    .map(({ field, key, value }) => [field === CUSTOM ? CUSTOM + key.trim() : field, value]);
}
