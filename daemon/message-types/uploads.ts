import { isObject } from "../lib/objects.ts";
import { refuse } from "./checks.ts";

/**
 * Uploaded files in contents: `media_id` stands wherever the address of a file may. A content is checked and encoded
 * with an impossible address in its place, which the sender replaces by the file.
 */

/** No such host can ever be (RFC 2606, section 2). */
const PLACE = "https://media.invalid/";

/** The address in the place of an uploaded file. */
function placeOf(id: string): string {
  return PLACE + id;
}

/** The uploaded file that an address stands for; null for any other address. */
export function uploadAt(url: string): string | null {
  return url.startsWith(PLACE) ? url.slice(PLACE.length) : null;
}

/** Puts another file in the place of one that a content names. */
export function putFile({ holder, field }: UploadUse, id: string): void {
  holder[field] = placeOf(id);
}

/** An uploaded file that a content names. */
export type UploadUse = {
  /** Where, within the content. */
  path: string;
  id: string;
  /** Its kind: an image, a video, an audio or a sticker; anything else is a document. */
  kind: string;
  /** The object that holds it, which may be given the file's name. */
  holder: Record<string, unknown>;
  /** Where in the holder its address stands. */
  field: "media_url" | "link";
  /** How the holder says what a document is called. */
  nameField: "file_name" | "filename";
};

/** Where an uploaded file, or an address in its place, may be named. */
const PLACES = new Set(["media_id", "media_url", "link"]);

const isParts = (value: unknown) => typeof value === "object" && value !== null;

/** The objects of the Cloud API's own form, as templates have them: their address is called `link`. */
const OBJECTS = ["image", "video", "audio", "document", "sticker"];

/**
 * A copy of a content of some type with addresses in the place of its uploaded files, and those files; the content
 * itself where it has no place for any, as most texts.
 */
export function withPlaces<Content extends object>(
  type: string,
  content: Content,
): { content: Content; uses: UploadUse[] } {
  if (!Object.entries(content).some(([key, value]) => PLACES.has(key) || isParts(value)))
    return { content, uses: [] };
  const copy = structuredClone(content);
  const uses: UploadUse[] = [];
  const parts: { path: string; name: string; part: unknown }[] = [{ path: "", name: "", part: copy }];
  // grows as it is walked: parts may be nested deeper than functions can call each other
  for (const { path, name, part } of parts) {
    if (typeof part !== "object" || part === null) continue;
    for (const [key, value] of Object.entries(part))
      parts.push({ path: `${path}/${key}`, name: key, part: value });
    if (isObject(part)) place(part, { path, name, type }, uses);
  }
  return { content: copy, uses };
}

type Where = { path: string; name: string; type: string };

function place(part: Record<string, unknown>, { path, name, type }: Where, uses: UploadUse[]): void {
  const isObjectOfMeta = OBJECTS.includes(name);
  const field = isObjectOfMeta ? "link" : "media_url";
  const given = part[field];
  if (typeof given === "string" && uploadAt(given) !== null) refuse(`${path}/${field}`, "no such host");
  const { media_id: id } = part;
  if (id === undefined) return;
  if (given !== undefined) refuse(`${path}/media_id`, `given beside ${field}: leave out one of them`);
  if (typeof id !== "string" || !/^med_\w{1,60}$/.test(id))
    refuse(`${path}/media_id`, "expected the id of an uploaded file");
  delete part.media_id;
  part[field] = placeOf(id);
  const nameField = isObjectOfMeta ? "filename" : "file_name";
  uses.push({
    path: `${path}/media_id`,
    id,
    kind: kindOf(part, { path, name, type }),
    holder: part,
    field,
    nameField,
  });
}

function kindOf(part: Record<string, unknown>, { path, name, type }: Where): string {
  if (path === "") return type;
  if (OBJECTS.includes(name)) return name;
  return String(name === "header" ? part.type : part.media_type);
}
