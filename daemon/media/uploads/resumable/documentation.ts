import { documented } from "../../../http/openapi/documentation.ts";
import { Type } from "../../../lib/typebox.ts";
import { OFFSET_TYPE } from "./protocol.ts";
import { ResumableSchema } from "./record.ts";

const header = (name: string, description: string, type: "integer" | "string", example: unknown) => ({
  ...{ name, in: "header" as const, required: true, description, example },
  schema: { type },
});

const NOT_TAKEN = {
  description:
    "Its bytes are not what was said (`checksum_mismatch`), it can't be converted (`conversion_failed`), or ffmpeg is missing (`conversion_unavailable`)",
  code: "checksum_mismatch",
  detail: "the bytes that came have another SHA-256 than was said",
  errors: [],
};
const TOO_LARGE = {
  description: "Larger than WhatsApp takes of its kind, or more bytes than `Upload-Length` said",
  code: "too_large",
  detail: "a file to send as document has at most 104857600 bytes",
};
const MALFORMED = {
  description: "A header that is missing or malformed",
  code: "invalid_upload",
  detail: "upload-length has to be a number of bytes",
};
const VERSION = {
  title: "Precondition Failed",
  description: "Another version of the tus protocol",
  code: "unsupported_version",
  detail: "this is version 1.0.0 of the tus protocol",
};

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  begin: documented({
    operation: "beginUpload",
    summary: "Begin an upload in parts",
    description:
      "Begins an upload that continues where it was cut off, by the [tus protocol](https://tus.io) 1.0.0 with its extensions creation, expiration and termination. `Location` is where its bytes go. `Upload-Metadata` may have `filename`, `filetype` and `sha256`, each in base64; the last one, in hexadecimal digits, is compared with what has come.",
    errors: [409, 507],
    wording: { 400: MALFORMED, 412: VERSION, 413: TOO_LARGE },
    parameters: [
      header("Upload-Length", "Bytes of the whole file", "integer", 48_213),
      {
        ...header(
          "Upload-Metadata",
          "Name and value in base64, by commas",
          "string",
          "filename bWVudS5wZGY=",
        ),
        required: false,
      },
    ],
    responses: { 201: { description: "Begun", schema: ResumableSchema } },
  }),
  list: documented({
    operation: "listUploads",
    summary: "List unfinished uploads",
    description: "Uploads in parts that did not become files yet, to continue.",
    lists: ResumableSchema,
  }),
  get: documented({
    operation: "getUpload",
    summary: "Get an upload in parts",
    description: "`HEAD` returns its headers alone: `Upload-Offset` is where to continue.",
    responses: { 200: { description: "The upload", schema: ResumableSchema } },
  }),
  append: documented({
    operation: "continueUpload",
    summary: "Continue an upload",
    description:
      "The body is the bytes from `Upload-Offset` on, which has to be as many as have come: all of the rest, or any part of it. What came before a connection broke is kept. With the last byte it becomes a file: `media_id` of the upload.",
    errors: [408, 507],
    wording: {
      ...{ 400: MALFORMED, 412: VERSION, 413: TOO_LARGE, 422: NOT_TAKEN },
      409: {
        description: "Another number of bytes has come",
        code: "offset_conflict",
        detail: "8388608 bytes of this upload have come; continue from there",
      },
      410: {
        title: "Gone",
        description: "Part of it is not there any more",
        code: "upload_gone",
        detail: "part of this upload is not there any more; begin it again",
      },
      415: { description: "Not what it is said to be, or not what `as` asks for; `found` is its type" },
    },
    parameters: [header("Upload-Offset", "Where the body begins in the file", "integer", 0)],
    body: {
      schema: Type.String({ description: "Bytes" }),
      mediaType: OFFSET_TYPE,
      examples: { bytes: "Mon-Fri 9-18, Sat 10-14\n" },
    },
    responses: { 204: { description: "Kept; `Upload-Offset` is how much has come" } },
  }),
  remove: documented({
    operation: "deleteUpload",
    summary: "Give up an upload",
    description: "The bytes received so far are deleted; a finished file stays.",
    responses: { 204: { description: "Deleted" } },
  }),
};
