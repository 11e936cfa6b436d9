import type { ReadResourceResult, ResourceLink } from "@modelcontextprotocol/server";
import { type Api, Refused } from "../http/inside/own-api.ts";
import { createFence } from "./fence.ts";

/** The address of a file as a resource. */
export const FILE_URI = "waypost://media/{id}";
const uriOf = (id: string) => FILE_URI.replace("{id}", id);

const FILE_ID = /^med_0[0-9A-HJKMNP-TV-Z]{25}$/;
/** Bytes of a file that are handed over at most; larger ones are fetched from the API. */
const MOST_BYTES = 5_000_000;
/** Characters of a text file that are shown. */
const MOST_CHARACTERS = 50_000;
/** The types that a client gets named; any others could be words. */
const KNOWN_TYPES =
  /^(?:image\/(?:jpeg|png|webp|gif)|audio\/(?:aac|amr|mpeg|mp4|ogg|wav)|video\/(?:mp4|3gpp)|application\/(?:pdf|json|zip)|text\/(?:plain|csv|html|vcard))$/;

/** Links to the files whose ids are in a value. They are named by their ids: a file's own name is somebody's words. */
export function linksIn(value: unknown): ResourceLink[] {
  const ids = new Set<string>();
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "string" && FILE_ID.test(inner)) ids.add(inner);
    return inner;
  });
  return [...ids].map((id) => ({ type: "resource_link", uri: uriOf(id), name: id }));
}

/** The contents of a file: text with the marks of what others wrote, anything else as bytes. Throws `Refused`. */
export async function readFile(api: Api, id: string): Promise<ReadResourceResult> {
  const path = `/v1/media/${encodeURIComponent(id)}`;
  const { size } = await api.get(`${path}/info`);
  if (typeof size === "number" && size > MOST_BYTES)
    throw new Refused(413, { detail: `${size} bytes; more than ${MOST_BYTES} are at GET ${path} only` });
  const { bytes, type } = await api.bytes(path);
  const given = type.split(";", 1)[0] ?? "";
  const mimeType = KNOWN_TYPES.test(given) ? given : "application/octet-stream";
  const uri = uriOf(id);
  if (!mimeType.startsWith("text/"))
    return { contents: [{ uri, mimeType, blob: Buffer.from(bytes).toString("base64") }] };
  const { notice, mark } = createFence(MOST_CHARACTERS);
  return {
    contents: [{ uri, mimeType: "text/plain", text: `${notice}\n${mark(new TextDecoder().decode(bytes))}` }],
  };
}
