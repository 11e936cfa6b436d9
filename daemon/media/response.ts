import type { MediaRow } from "../../db/media/media.ts";
import { problem } from "../http/problem.ts";
import { cleanFileName, cleanType } from "../providers/received-media.ts";
import { readRange } from "./range.ts";
import { type ByteRange, type MediaStore, mediaKey } from "./stores/store.ts";
import { plainType, UNKNOWN_TYPE } from "./types.ts";

/** Types that a browser may show inline, since they hold no scripts; everything else is downloaded. */
const SHOWN = /^(image\/(jpeg|png|webp|gif)|video\/(mp4|3gpp|webm)|audio\/(aac|amr|mpeg|mp4|ogg))$/;

type StoredMedia = MediaRow & { size: number };

/** Responds to a request for a stored file: whole (200), in part (206) or not modified (304). */
export async function mediaResponse(
  store: MediaStore,
  row: StoredMedia,
  request: Request,
  atPace: (body: Blob | ReadableStream<Uint8Array>) => Blob | ReadableStream<Uint8Array>,
): Promise<Response> {
  const etag = `"${row.sha256}"`;
  const headers = cacheHeaders(row, etag);
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const range = wantedRange(request, etag, row.size);
  if (range === "unsatisfiable") throw unsatisfiable(row.size);
  const body = await store.open(mediaKey(row.organization_id, row.id), range);
  if (body === null) throw problem(404, "not_found", "the file is no longer there");
  return new Response(atPace(body), {
    status: range === null ? 200 : 206,
    headers: { ...headers, ...lengths(row, range) },
  });
}

/** The file under an id never changes, but who may have it does: a browser asks again each time, after a logout too. */
function cacheHeaders(row: MediaRow, etag: string): Record<string, string> {
  return {
    etag,
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    "content-type": cleanType(row.mime_type) ?? UNKNOWN_TYPE,
    "content-disposition": disposition(row),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  };
}

/** The file's name in both forms of RFC 6266, for old and new clients. */
function disposition({ mime_type, file_name, id }: MediaRow): string {
  const way = SHOWN.test(plainType(cleanType(mime_type) ?? UNKNOWN_TYPE)) ? "inline" : "attachment";
  const name = cleanFileName(file_name) ?? id;
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${way}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  return known?.split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim())) ?? false;
}

/** `If-Range` asks for a part only if the file is still the same. */
function wantedRange(request: Request, etag: string, size: number): ReturnType<typeof readRange> {
  const condition = request.headers.get("if-range");
  return condition !== null && condition !== etag ? null : readRange(request.headers.get("range"), size);
}

function unsatisfiable(size: number) {
  return problem(416, "range_not_satisfiable", `the file has ${size} bytes`, {
    headers: { "content-range": `bytes */${size}` },
  });
}

function lengths({ size }: StoredMedia, range: ByteRange | null): Record<string, string> {
  if (range === null) return { "content-length": String(size) };
  const { start, end } = range;
  return { "content-length": String(end - start + 1), "content-range": `bytes ${start}-${end}/${size}` };
}
