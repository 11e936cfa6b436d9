import type { EgressGuard } from "../../egress/guard.ts";
import { EgressRefused } from "../../egress/refused.ts";
import { invalidContent } from "./content.ts";

/** The fields of contents that say where a file is. */
const FIELDS = ["media_url", "image_url", "thumbnail_url"];
/** The objects of the Cloud API's own form, as templates have them, whose `link` does. */
const OBJECTS = ["image", "video", "audio", "document", "sticker"];

/**
 * Throws 422 `invalid_content` unless the URL of every file in a content may be fetched. Nothing is resolved here: the
 * address of a name is checked when the file is fetched.
 */
export function checkMediaLinks(
  guard: Pick<EgressGuard, "checkText">,
  content: Record<string, unknown>,
): void {
  const wrongs = mediaLinks(content).flatMap(({ path, url }) => {
    const message = refusalOf(guard, url);
    return message === null ? [] : [{ path, message }];
  });
  if (wrongs.length > 0) throw invalidContent(wrongs);
}

type Link = { path: string; url: string };

/** All links to files, in whatever part of a content. */
export function mediaLinks(content: Record<string, unknown>): Link[] {
  const links: Link[] = [];
  const parts: { path: string; name: string; part: object }[] = [{ path: "", name: "", part: content }];
  // grows as it is walked: parts may be nested deeper than functions can call each other
  for (const { path, name, part } of parts) {
    for (const [key, value] of Object.entries(part)) {
      const at = `${path}/${key}`;
      if (typeof value === "object" && value !== null) parts.push({ path: at, name: key, part: value });
      else if (typeof value === "string" && isLink(name, key)) links.push({ path: at, url: value });
    }
  }
  return links;
}

function isLink(holder: string, key: string): boolean {
  return FIELDS.includes(key) || (key === "link" && OBJECTS.includes(holder));
}

function refusalOf(guard: Pick<EgressGuard, "checkText">, url: string): string | null {
  try {
    guard.checkText(url);
    return null;
  } catch (cause) {
    if (cause instanceof EgressRefused) return cause.message;
    throw cause;
  }
}
