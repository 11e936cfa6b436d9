import { problem } from "../../http/problem.ts";

/** The formats of a file of contacts. */
export type Format = "csv" | "ndjson" | "vcard";

/**
 * The media types of each format, registered or in common use (RFC 4180, RFC 6350, and what
 * tools send for NDJSON).
 */
const MEDIA_TYPES: Record<string, Format> = {
  "text/csv": "csv",
  "application/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  "text/vcard": "vcard",
  "text/x-vcard": "vcard",
  "text/directory": "vcard",
};

/** The media type of each format in responses. */
export const SENT_AS: Record<Format, string> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  vcard: "text/vcard; charset=utf-8",
};

/** The format of a request's body: as requested, else by its media type. Throws 415 when neither tells. */
export function formatOf(asked: Format | undefined, contentType: string | null): Format {
  const media = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const format = asked ?? (Object.hasOwn(MEDIA_TYPES, media) ? MEDIA_TYPES[media] : undefined);
  if (format !== undefined) return format;
  throw problem(
    415,
    "unsupported_media_type",
    "send text/csv, application/x-ndjson or text/vcard, or say ?format=",
    {
      headers: { accept: Object.keys(MEDIA_TYPES).join(", ") },
    },
  );
}

/** The `charset` of a media type, if it names one. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(contentType ?? "")?.[1];
}
