import type { ResumableUpload } from "../../../../db/media/resumable.ts";
import { ALLOWED } from "../../../file-rules/kinds.ts";
import { type Problem, problem } from "../../../http/problem.ts";
import { expiryOf } from "./record.ts";

/** The headers of the tus protocol 1.0.0, as its clients send and read them (https://tus.io/protocols/resumable-upload). */

const VERSION = "1.0.0";
/** The media type of a request with bytes. */
export const OFFSET_TYPE = "application/offset+octet-stream";
/** Longer than any name, type and digest in base64. */
const LONGEST_METADATA = 4096;

/** Headers of every response. */
export const PROTOCOL = { "tus-resumable": VERSION };

/** This server's abilities, for clients' `OPTIONS`. */
export const ABILITIES = {
  ...PROTOCOL,
  "tus-version": VERSION,
  "tus-extension": "creation,expiration,termination",
  "tus-max-size": String(ALLOWED.document.mostBytes),
};

/** A client's metadata of the file. */
export type Metadata = {
  filename?: string | undefined;
  filetype?: string | undefined;
  sha256?: string | undefined;
};

/** Throws 412 for a client that speaks another version; one that names none is taken to speak this one. */
export function requireVersion(headers: Headers): void {
  const version = headers.get("tus-resumable");
  if (version !== null && version !== VERSION)
    throw problem(412, "unsupported_version", `this is version ${VERSION} of the tus protocol`, {
      headers: { "tus-version": VERSION },
    });
}

/** `Upload-Length`. Throws 400 without it: how much comes has to be known before. */
export function lengthOf(headers: Headers): number {
  return wholeNumber(headers, "upload-length");
}

/** `Upload-Offset`: where the bytes of a request begin. Throws 400 without it. */
export function offsetOf(headers: Headers): number {
  return wholeNumber(headers, "upload-offset");
}

/** `Upload-Metadata`: pairs of a name and its value in base64. Throws 400 for what is none. */
export function metadataOf(headers: Headers): Metadata {
  const said = headers.get("upload-metadata") ?? "";
  if (said.length > LONGEST_METADATA) throw invalid("Upload-Metadata is too long");
  const pairs = said.split(",").map((pair) => pair.trim().split(" "));
  const values = new Map(pairs.map(([name = "", value = ""]) => [name, textOf(value)]));
  const sha256 = values.get("sha256");
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
    throw invalid("Upload-Metadata: sha256 is not 64 hexadecimal digits");
  return { filename: values.get("filename"), filetype: values.get("filetype"), sha256 };
}

/** How far an upload is, for its client. */
export function progressHeaders(upload: ResumableUpload): Record<string, string> {
  return {
    ...PROTOCOL,
    "upload-offset": String(upload.received),
    "upload-length": String(upload.length),
    "upload-metadata": showMetadata(upload),
    "upload-expires": expiryOf(upload).toUTCString(),
    "cache-control": "no-store",
  };
}

function showMetadata({ file_name, mime_type, sha256 }: ResumableUpload): string {
  return Object.entries({ filename: file_name, filetype: mime_type, sha256 })
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${Buffer.from(value).toString("base64")}`]))
    .join(",");
}

function wholeNumber(headers: Headers, name: "upload-length" | "upload-offset"): number {
  const said = headers.get(name) ?? "";
  if (!/^\d{1,15}$/.test(said)) throw invalid(`${name} has to be a number of bytes`);
  return Number(said);
}

function textOf(base64: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw invalid("Upload-Metadata: a value is not base64");
  return Buffer.from(base64, "base64").toString("utf8");
}

function invalid(detail: string): Problem {
  return problem(400, "invalid_upload", detail);
}
