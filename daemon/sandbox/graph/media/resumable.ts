import { randomBytes } from "node:crypto";
import { setNewest } from "../../../lib/bounded.ts";
import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import type { World } from "../world.ts";
import { HANDLE, SAMPLE, SAMPLE_HANDLE } from "./sample.ts";
import type { ResumableUpload } from "./store.ts";

/** The path of examples, as those of Meta's file servers not below a version. */
export const EXAMPLE_PATH = "whatsapp_examples";

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
  const id = `upload:${randomBytes(18).toString("base64url")}`;
  const upload = { ...{ id, length, offset: 0, mimeType: type, pieces: [] }, mediaId: null };
  setNewest(uploads, upload.id, upload, MOST_UPLOADS);
  return ok(exchange, { id: upload.id });
}

/** `POST /upload:…` with `file_offset`: takes bytes from there on; the last of them bring the handle. */
export async function continueUpload(exchange: Exchange, upload: ResumableUpload): Promise<Response> {
  const offset = Number(exchange.request.headers.get("file_offset") ?? "0");
  if (offset !== upload.offset)
    return no(
      exchange,
      parameterError(`file_offset is ${offset}, and the upload continues at ${upload.offset}.`),
    );
  const piece = new Uint8Array(await exchange.request.arrayBuffer());
  if (offset + piece.byteLength > upload.length)
    return no(exchange, parameterError(`The file is longer than the ${upload.length} bytes announced.`));
  upload.offset += piece.byteLength;
  upload.pieces.push(piece);
  if (upload.offset < upload.length) return ok(exchange, { id: upload.id, file_offset: upload.offset });
  const bytes = new Uint8Array(Buffer.concat(upload.pieces.splice(0)));
  const file = { phoneId: "", kind: "document", mimeType: upload.mimeType, bytes } as const;
  upload.mediaId = exchange.world.media.add(file).id;
  return ok(exchange, { h: HANDLE + Buffer.from(upload.id).toString("base64url") });
}

/** Whether an upload that has come whole got this handle; an address is that of an example which was shown before. */
export function isHandle({ uploads, url }: Pick<World, "uploads" | "url">, handle: unknown): boolean {
  if (typeof handle !== "string") return false;
  if (handle.startsWith(`${url}/${EXAMPLE_PATH}/`)) return true;
  const id = Buffer.from(handle.slice(HANDLE.length), "base64url").toString();
  return handle.startsWith(HANDLE) && (uploads.get(id)?.mediaId ?? null) !== null;
}

/** The address that Meta shows in place of an example's handle: anybody who has it can read the file. */
export function exampleAddress({ url }: Pick<World, "url">, handle: unknown): unknown {
  return typeof handle === "string" && handle.startsWith(HANDLE)
    ? `${url}/${EXAMPLE_PATH}/${encodeURIComponent(handle.slice(HANDLE.length))}`
    : handle;
}

/** `GET /whatsapp_examples/…`: an example, for everybody. */
export function downloadExample(world: World, name: string): Response {
  if (HANDLE + name === SAMPLE_HANDLE)
    return new Response(SAMPLE, { headers: { "content-type": "image/png" } });
  const upload = world.uploads.get(Buffer.from(name, "base64url").toString());
  const media = world.media.get(upload?.mediaId ?? "");
  return media === undefined
    ? new Response(null, { status: 404 })
    : new Response(media.bytes, { headers: { "content-type": media.mimeType } });
}

/** `GET /upload:…`: the offset to continue from. */
export function getUpload(exchange: Exchange, upload: ResumableUpload): Response {
  return ok(exchange, { id: upload.id, file_offset: upload.offset });
}
