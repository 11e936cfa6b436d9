import { problem } from "../../http/problem.ts";

/** The formats of a file of contacts. */
export const FORMATS = ["csv", "xlsx", "ods", "ndjson", "vcard"] as const;

export type Format = (typeof FORMATS)[number];

/** The formats of text that are read from a file and written to one. */
export type TextFormat = Exclude<Format, "xlsx" | "ods">;

/**
 * The media types of each format, registered or in common use (RFC 4180, RFC 6350, and what
 * tools send for NDJSON).
 */
const MEDIA_TYPES: Record<string, Format> = {
  "text/csv": "csv",
  "application/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  "text/vcard": "vcard",
  "text/x-vcard": "vcard",
  "text/directory": "vcard",
};

/** The usual extensions of each format. */
const EXTENSIONS: Record<string, Format> = {
  ...{ ".csv": "csv", ".tsv": "csv", ".txt": "csv", ".xlsx": "xlsx", ".xlsm": "xlsx", ".ods": "ods" },
  ...{ ".ndjson": "ndjson", ".jsonl": "ndjson", ".vcf": "vcard", ".vcard": "vcard" },
};

/** The media type of each format in responses. */
export const SENT_AS: Record<TextFormat, string> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  vcard: "text/vcard; charset=utf-8",
};

/** Whether a format is that of a spreadsheet, which is read as CSV. */
export function isSheet(format: Format): format is "xlsx" | "ods" {
  return format === "xlsx" || format === "ods";
}

/** Whether files of a format have columns. */
export function hasColumns(format: Format): boolean {
  return format === "csv" || isSheet(format);
}

/** The format of a request's body: as requested, else by its media type. Throws 415 when neither is known. */
export function formatOf(requested: Format | undefined, contentType: string | null): Format {
  const format = requested ?? formatOfType(contentType);
  if (format !== undefined) return format;
  throw problem(
    415,
    "unsupported_media_type",
    "send text/csv, an .xlsx or .ods spreadsheet, application/x-ndjson or text/vcard, or say ?format=",
    {
      headers: { accept: Object.keys(MEDIA_TYPES).join(", ") },
    },
  );
}

/** The format of a stored file by its extension (such as `.csv`) or its media type; null when neither is known. */
export function formatNamed(extension: string, mediaType: string): Format | null {
  const known = extension.toLowerCase();
  return (Object.hasOwn(EXTENSIONS, known) ? EXTENSIONS[known] : formatOfType(mediaType)) ?? null;
}

function formatOfType(mediaType: string | null): Format | undefined {
  const media = mediaType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(MEDIA_TYPES, media) ? MEDIA_TYPES[media] : undefined;
}

/** The `charset` of a media type, if it names one. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(contentType ?? "")?.[1];
}
