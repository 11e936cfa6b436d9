import { documented } from "../http/openapi/documentation.ts";
import { Type } from "../lib/typebox.ts";
import { MediaSchema } from "./record.ts";
import { AddressBody } from "./uploads/whole/upload.ts";

export const BYTES = Type.String({ description: "Bytes" });
const FORM = Type.Object(
  { file: Type.String({ description: "The file", format: "binary" }) },
  { title: "MediaForm" },
);

export const PENDING = {
  description: "Not fetched yet (`media_pending`), or not available (`media_failed`)",
  code: "media_pending",
  detail: "the file is still being fetched",
};
const TOO_LARGE = {
  description: "Larger than WhatsApp takes of its kind; `limit` says how large it may be",
  code: "too_large",
  detail:
    "a file to send as image has at most 5242880 bytes; upload it with ?as=document to send it as a document",
};
const WRONG_TYPE = {
  description: "Not what it is said to be, or not what `as` asks for; `found` is the type of its bytes",
  detail: "the file was sent as image/png, but its bytes are text/html",
};
const NOT_TAKEN = {
  description:
    "Empty (`invalid_file`), its address can't be fetched, it can't be converted (`conversion_failed`), or ffmpeg is missing (`conversion_unavailable`)",
  code: "invalid_file",
  detail: "the file is empty",
  errors: [],
};

const IN_USE = {
  description: "A message that waits to be sent, a broadcast that is not over or a quick reply needs it",
  code: "in_use",
  detail:
    "a message that waits to be sent, a broadcast that is not over or a quick reply needs this file; cancel it, or take the file out of the quick reply, first",
};

/** The answers with a file. */
export const FILE_RESPONSES = {
  200: {
    description: "The file",
    mediaType: "application/octet-stream",
    schema: BYTES,
    example: "…",
  },
  206: {
    description: "The requested range",
    mediaType: "application/octet-stream",
    schema: BYTES,
    example: "…",
  },
  304: { description: "The file of `If-None-Match`" },
};

/** The OpenAPI description of each operation. */
export const DOCUMENTED = {
  upload: documented({
    operation: "uploadMedia",
    summary: "Upload a file",
    description:
      "The body is the file, with its `Content-Type`, and its name in `Content-Disposition`; or a form (`multipart/form-data`) with the field `file`; or JSON with an address to fetch it from. The type is found from the bytes. The same bytes uploaded again are the same file: its record is returned, renewed and with the name it has now. Send it as `media_id`.",
    errors: [408, 409, 507],
    wording: { 400: { description: "A malformed body" }, 413: TOO_LARGE, 415: WRONG_TYPE, 422: NOT_TAKEN },
    body: {
      // the first is what generated clients send: they have a type for a file in a form
      schema: FORM,
      mediaType: "multipart/form-data",
      examples: { file: { file: "…" } },
      others: {
        "application/octet-stream": { schema: BYTES, example: "Mon-Fri 9-18, Sat 10-14\n" },
        "application/json": {
          schema: AddressBody,
          example: { url: "https://example.com/menu.pdf", filename: "menu.pdf" },
        },
      },
    },
    responses: { 201: { description: "Stored", schema: MediaSchema } },
  }),
  list: documented({
    operation: "listMedia",
    summary: "List files",
    description:
      "A key that is limited to some channels sees the files of those, and what keys for one of them uploaded.",
    lists: MediaSchema,
  }),
  info: documented({
    operation: "getMediaInfo",
    summary: "Get a file's record",
    responses: { 200: { description: "The record", schema: MediaSchema } },
  }),
  remove: documented({
    operation: "deleteMedia",
    summary: "Delete a file",
    description: "A message that it was sent with, or came with, stays.",
    wording: { 409: IN_USE },
    responses: { 204: { description: "Deleted" } },
  }),
  get: documented({
    operation: "getMedia",
    summary: "Get a file",
    description:
      "Returns the bytes, with `ETag`, `Content-Disposition` and the file's `Content-Type`. Takes one range; a file never changes. While the file of a message is being fetched, the status is 409 with `media_pending` (one of a past message is fetched once somebody asks for it); if it can't be fetched, 409 with `media_failed`. `detail` says why.",
    errors: [416],
    wording: { 409: PENDING },
    responses: FILE_RESPONSES,
  }),
};
