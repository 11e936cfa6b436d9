import { randomBytes } from "node:crypto";
import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import type { ResumableUpload } from "./store.ts";

/** Types that examples may have (Meta, "Resumable Upload API"). */
const TYPES = ["application/pdf", "image/jpeg", "image/jpg", "image/png", "video/mp4"];
const MOST_BYTES = 104_857_600;
/** So many uploads are remembered; the oldest make room. */
const MOST_UPLOADS = 1000;

/** `POST /{app_id}/uploads?file_name=&file_length=&file_type=`: begins an upload. */
export function beginUpload(exchange: Exchange): Response {
  const { searchParams } = exchange.url;
  const length = Number(searchParams.get("file_length"));
  const type = searchParams.get("file_type") ?? "";
  if (!Number.isInteger(length) || length < 1 || length > MOST_BYTES)
    return no(exchange, parameterError(`file_length has to be from 1 to ${MOST_BYTES}.`));
  if (!TYPES.includes(type))
    return no(exchange, parameterError(`file_type has to be one of ${TYPES.join(", ")}.`));
  const { uploads } = exchange.world;
  const upload = { id: `upload:${randomBytes(18).toString("base64url")}`, length, offset: 0 };
  uploads.set(upload.id, upload);
  const [oldest] = uploads.keys();
  if (uploads.size > MOST_UPLOADS && oldest !== undefined) uploads.delete(oldest);
  return ok(exchange, { id: upload.id });
}

/** `POST /upload:…` with `file_offset`: takes bytes from there on; the last of them bring the handle. */
export async function continueUpload(exchange: Exchange, upload: ResumableUpload): Promise<Response> {
  const offset = Number(exchange.request.headers.get("file_offset") ?? "0");
  if (offset !== upload.offset)
    return no(
      exchange,
      parameterError(`file_offset is ${offset}, and the upload goes on at ${upload.offset}.`),
    );
  const { byteLength } = await exchange.request.arrayBuffer();
  if (offset + byteLength > upload.length)
    return no(exchange, parameterError(`The file is longer than the ${upload.length} bytes announced.`));
  upload.offset += byteLength;
  if (upload.offset < upload.length) return ok(exchange, { id: upload.id, file_offset: upload.offset });
  return ok(exchange, { h: `4::${Buffer.from(upload.id).toString("base64url")}` });
}

/** `GET /upload:…`: where the upload goes on. */
export function getUpload(exchange: Exchange, upload: ResumableUpload): Response {
  return ok(exchange, { id: upload.id, file_offset: upload.offset });
}
