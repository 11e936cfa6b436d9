import { decodeUtf8, parseJson, readBytes } from "../../http/body/body.ts";
import { problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";
import type { GivenFile } from "./call.ts";
import type { Json } from "./given.ts";

/** A file of 16 MiB in base64, and the words around it. Larger ones go by their address. */
const MOST_BYTES = 24 * 1024 * 1024;

type Body = { body: Json; file: GivenFile | null };

/** Reads a body that may hold a file: JSON with base64, or a form. */
export async function readLarge(body: ReadableStream<Uint8Array>, contentType: string): Promise<Body> {
  const bytes = await readBytes(new Request("http://body", { method: "POST", body }), MOST_BYTES);
  if (bytes.byteLength === 0) return { body: {}, file: null };
  if (/^multipart\/form-data\b/i.test(contentType)) return await readParts(bytes, contentType);
  const value = parseJson(decodeUtf8(bytes));
  if (isObject(value)) return { body: value, file: null };
  throw problem(422, "invalid_request", "the body: expected an object");
}

async function readParts(bytes: Uint8Array, contentType: string): Promise<Body> {
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": contentType },
  })
    .formData()
    .catch(() => {
      throw problem(400, "invalid_form", "the body is not a whole form of the type multipart/form-data");
    });
  const body: Json = {};
  let file: GivenFile | null = null;
  for (const [name, value] of form) {
    if (typeof value === "string") body[name] = name === "__proto__" ? undefined : value;
    else file = { bytes: await value.bytes(), name: value.name, type: value.type };
  }
  return { body, file };
}
