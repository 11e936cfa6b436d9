import { isObject } from "../../../lib/objects.ts";
import { ownObjectId } from "../objects.ts";
import type { Part } from "./translated.ts";

/** A file by its address or id, with what is said of it. */
export function fileOf({ id, link, filename, ...more }: Part): Part {
  return { ...more, media_url: link ?? undefined, media_id: own(id), file_name: filename };
}

/** The objects that name a file, wherever they stand in a template. */
const FILES = ["image", "video", "document"];

/** A template's values with our ids of its files. */
export function withOwnFiles(template: Part): Part {
  return JSON.parse(JSON.stringify(template), (key, value) => {
    if (!FILES.includes(key) || !isObject(value) || value.id === undefined) return value;
    const { id, ...more } = value;
    return { ...more, media_id: own(id) };
  });
}

function own(id: unknown): unknown {
  return typeof id === "string" || typeof id === "number" ? ownObjectId(String(id)) : (id ?? undefined);
}
