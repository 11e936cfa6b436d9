import type { EgressGuard } from "../../egress/guard.ts";
import type { Static } from "../../lib/typebox.ts";
import type { Platform } from "../../providers/provider.ts";
import type { DraftContent } from "../../providers/whatsapp-web/encode/draft.ts";
import { canonicalContent, invalidContent, typeOn } from "../accept/content.ts";
import { checkMediaLinks } from "../accept/media-links.ts";
import { invalidField } from "../accept/send-fields.ts";
import { checkUploads, type UploadChecks } from "../files/check-uploads.ts";
import { LONGEST_TEXT, type StatusBody } from "./documentation.ts";

export type StatusChecks = UploadChecks & { guard: Pick<EgressGuard, "checkText"> };

/** What a message of these types may contain and a status can't show: there is no chat around it. */
const OF_CHATS = ["reply_to", "mentions", "preview_url"];

/** The content of a status, checked as a message's is. Throws 422 naming each wrong place. */
export async function statusContent(
  checks: StatusChecks,
  platform: Platform,
  organizationId: string,
  { type, content: given, background_color }: Static<typeof StatusBody>,
): Promise<DraftContent> {
  if (background_color !== undefined && type !== "text")
    throw invalidField("/background_color", "only a text has a background; leave it out");
  const { content, uses } = canonicalContent(platform, typeOn(platform, type), given);
  const wrong = OF_CHATS.filter((name) => Object.hasOwn(content, name));
  if (wrong.length > 0)
    throw invalidContent(wrong.map((name) => ({ path: `/${name}`, message: "a status can't have it" })));
  checkMediaLinks(checks.guard, content);
  await checkUploads(checks, organizationId, uses, platform.fileLimits);
  return type === "text" ? textOf(String(content.body)) : fileOf(type, content);
}

function textOf(text: string): DraftContent {
  if ([...text].length > LONGEST_TEXT)
    throw invalidContent([{ path: "/body", message: `at most ${LONGEST_TEXT} characters in a status` }]);
  return { show: "text", text };
}

function fileOf(kind: "image" | "video", content: Record<string, unknown>): DraftContent {
  const { media_url, caption } = content;
  return {
    show: "file",
    file: {
      kind,
      url: String(media_url),
      ...(typeof caption === "string" && { caption }),
    },
  };
}
