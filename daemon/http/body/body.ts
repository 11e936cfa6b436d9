import { isObject } from "../../lib/objects.ts";
import { bodyTooLarge, INVALID_JSON, SEND_JSON } from "../openapi/details.ts";
import { problem } from "../problem.ts";
import { createPieces } from "./pieces.ts";
import type { Wait } from "./waiting-bodies.ts";

/** Largest request body of the API, in bytes; Meta's webhooks have their own. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Of the few that hold much, such as a session: the keys of a number that knows ten thousand people. */
const MAX_LARGE_BYTES = 32 * 1024 * 1024;
/** Deepest nesting of a JSON body. `JSON.parse` takes millions of levels and blocks for as long. */
const MAX_JSON_DEPTH = 64;
/** Commas of a JSON body: millions of tiny values block for seconds. A session that fills its body has half as many. */
const MAX_JSON_COMMAS = 1_000_000;

/** Bytes of a body that are taken in one go, from any caller. */
const SMALL = 64 * 1024;

/**
 * Reads a request's body up to `limit` bytes; of an unknown caller while `wait`
 * lasts. Throws 413 as soon as it is known to be larger, without reading the rest.
 */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES, wait?: Wait): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared === null) return await readPieces(request, limit, wait);
  const length = Number(declared);
  if (length > limit) throw tooLarge(limit);
  if (wait === undefined) return new Uint8Array(await request.arrayBuffer());
  if (length > SMALL || wait.isSlowed) return await readPieces(request, limit, wait);
  wait.hold(length);
  return new Uint8Array(await Promise.race([request.arrayBuffer(), wait.cut]));
}

/**
 * Reads a JSON body, which is an object wherever the API takes one; undefined when there is none.
 * Throws 413 too large, 415 another type, 400 not JSON or nested too deeply, 422 no object.
 */
export async function readJson(
  request: Request,
  contentType: string,
  wait?: Wait,
  isLarge = false,
): Promise<object | undefined> {
  const bytes = await readBytes(request, isLarge ? MAX_LARGE_BYTES : MAX_BODY_BYTES, wait);
  if (bytes.byteLength === 0) return undefined;
  const media = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (media !== "application/json" && !media.endsWith("+json")) {
    throw problem(415, "unsupported_media_type", SEND_JSON, {
      headers: { accept: "application/json" },
    });
  }
  return mustBeObject(parseJson(decodeUtf8(bytes)));
}

/** Where a body is optional, Elysia would take `[]`, `7` or `false` for none. */
function mustBeObject(value: unknown): object {
  if (isObject(value)) return value;
  throw problem(422, "invalid_request", "the body: expected an object", {
    errors: [{ path: "", message: "expected an object" }],
  });
}

/**
 * Parses JSON text whose nesting and values have been bounded first. Throws 413 for too many values, otherwise 400; also
 * for the key `__proto__`, which copies of an object would turn into its prototype.
 */
export function parseJson(text: string): unknown {
  refuseShape(text);
  let value: unknown;
  let forbidden = false;
  const look = function (this: unknown, key: string, inner: unknown) {
    forbidden ||= key === "__proto__";
    if (key === "toString" || key === "valueOf") stayReadable(this);
    return inner;
  };
  try {
    // the look at each key is slow, so it is taken only where the key may be
    value = MAY_HOLD_NAMES.test(text) ? JSON.parse(text, look) : JSON.parse(text);
  } catch {
    throw problem(400, "invalid_json", INVALID_JSON);
  }
  if (forbidden) throw problem(400, "forbidden_key", "a body can't have the key __proto__");
  return value;
}

/** One of the names that are looked for, or an escaped character that could be part of it. */
const MAY_HOLD_NAMES = /__proto__|toString|valueOf|\\u00[4-7]/i;

/** A key that hides what makes a text of an object would make every message about it fail (`{"toString":1}`). */
function stayReadable(holder: unknown): void {
  if (typeof holder !== "object" || holder === null) return;
  Object.defineProperty(holder, Symbol.toPrimitive, { value: () => "an object", configurable: true });
}

async function readPieces({ body }: Request, limit: number, wait?: Wait): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const pieces = createPieces();
  const reader = body.getReader();
  const next = () => (wait === undefined ? reader.read() : Promise.race([wait.cut, reader.read()]));
  let size = 0;
  try {
    for (let part = await next(); !part.done; part = await next()) {
      size += part.value.byteLength;
      if (size > limit) throw tooLarge(limit);
      wait?.hold(part.value.byteLength);
      pieces.add(part.value);
    }
  } catch (cause) {
    // else its further bytes would be kept for a reader that never reads again
    reader.cancel(cause).catch(() => {});
    throw cause;
  }
  return pieces.join();
}

function tooLarge(limit: number) {
  return problem(413, "body_too_large", bodyTooLarge(limit));
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw problem(400, "invalid_encoding", "the body is not valid UTF-8");
  }
}

/** Refuses text whose brackets outside strings nest too deeply, or that has too many commas there. */
function refuseShape(text: string): void {
  let depth = 0;
  let commas = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > MAX_JSON_DEPTH)
        throw problem(400, "json_too_deep", `the body is nested more than ${MAX_JSON_DEPTH} levels deep`);
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c) commas++;
  }
  if (commas > MAX_JSON_COMMAS)
    throw problem(413, "body_too_large", `the body has more than ${MAX_JSON_COMMAS} values; send fewer`);
}
