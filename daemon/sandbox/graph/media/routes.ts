import type { Phone } from "../accounts/phone.ts";
import { failure, type GraphFailure, noSuchObject, parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { type Part, readMultipart } from "../http/multipart.ts";
import type { World } from "../world.ts";
import { ACCEPTED_TYPES, mediaLimit } from "./limits.ts";
import type { Media } from "./store.ts";

/** The path of download URLs, next to the versions and not below them, as on Meta's file servers. */
export const DOWNLOAD_PATH = "whatsapp_business";

/** `POST /{phone_number_id}/media`: a multipart upload of one file. */
export async function uploadMedia(exchange: Exchange, phone: Phone): Promise<Response> {
  const form = await readMultipart(exchange.request);
  if (textPart(form, "messaging_product") !== "whatsapp") {
    return no(exchange, parameterError("The parameter messaging_product is required."));
  }
  const file = form?.get("file");
  if (file === undefined || file.fileName === null) {
    return no(exchange, parameterError("The parameter file is required."));
  }
  const mimeType = textPart(form, "type") ?? file.mimeType;
  const limit = mediaLimit(mimeType);
  if (limit === undefined) return no(exchange, typeFailure(mimeType));
  const wrong = sizeFailure(limit.kind, limit.mostBytes, file.bytes.length);
  if (wrong !== null) return no(exchange, wrong);
  const { bytes } = file;
  const { id } = exchange.world.media.add({ phoneId: phone.id, kind: limit.kind, mimeType, bytes });
  return ok(exchange, { id });
}

function textPart(form: Map<string, Part> | undefined, name: string): string | undefined {
  const part = form?.get(name);
  return part === undefined || part.fileName !== null ? undefined : Buffer.from(part.bytes).toString("utf8");
}

function sizeFailure(kind: string, mostBytes: number, size: number): GraphFailure | null {
  if (size === 0) return failure(400, 131053, "Media upload error", "The file is empty");
  if (size <= mostBytes) return null;
  return failure(400, 131053, "Media upload error", `${kind} files must be at most ${mostBytes} bytes`);
}

function typeFailure(mimeType: string): GraphFailure {
  const choices = ACCEPTED_TYPES.join(", ");
  return parameterError(
    `Param file must be a file with one of the following types: ${choices}. Received file of type '${mimeType}'.`,
  );
}

/** `GET /{media_id}`: what the file is, and a URL good for five minutes. */
export function getMedia(exchange: Exchange, media: Media): Response {
  if (!belongs(exchange, media)) return no(exchange, noSuchObject("GET", media.id));
  return ok(exchange, {
    url: `${exchange.world.url}/${DOWNLOAD_PATH}/attachments/?mid=${media.id}&hash=${exchange.world.media.link(media.id)}`,
    mime_type: media.mimeType,
    sha256: media.sha256,
    file_size: String(media.bytes.length),
    id: media.id,
    messaging_product: "whatsapp",
  });
}

/** `DELETE /{media_id}` */
export function deleteMedia(exchange: Exchange, media: Media): Response {
  if (!belongs(exchange, media)) return no(exchange, noSuchObject("DELETE", media.id));
  return ok(exchange, { success: exchange.world.media.remove(media.id) });
}

/** `?phone_number_id=` asks that the file belong to that number. */
function belongs({ url }: Exchange, media: Media): boolean {
  return (url.searchParams.get("phone_number_id") ?? media.phoneId) === media.phoneId;
}

/** The type of a file is whatever was said to `/sandbox/inbound`. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** The bytes behind a media URL, with the token; 404 once the URL has expired. */
export function downloadMedia(world: World, url: URL): Response {
  const media = world.media.byLink(url.searchParams.get("hash") ?? "");
  if (media === undefined || media.id !== url.searchParams.get("mid"))
    return new Response(null, { status: 404 });
  const { mimeType, bytes } = media;
  return new Response(bytes, HEADER_VALUE.test(mimeType) ? { headers: { "content-type": mimeType } } : {});
}
