import { isObject } from "../../../lib/objects.ts";
import type { Phone } from "../accounts/phone.ts";
import { failure, type GraphFailure } from "../http/errors.ts";
import type { World } from "../world.ts";
import { isToGroup, type Opened } from "./envelope.ts";

/** Meta's page "Groups API": text, media, and templates of texts and media. */
const TAKEN = new Set(["text", "image", "video", "audio", "document", "sticker", "template"]);

/** Refuses what a group does not take, and a group that is not there, is suspended or has nobody in it. */
export function groupFailure(
  { groups, templates }: World,
  phone: Phone,
  { envelope, kind, content }: Opened,
): GraphFailure | null {
  if (!isToGroup(envelope)) return null;
  const group = groups.find(envelope.to ?? "");
  if (group === undefined || group.phoneId !== phone.id)
    return failure(400, 131041, "Group unknown", "The group was not found, or you are not a member of it.");
  if (group.suspended)
    return failure(403, 131207, "Group suspended", "The group violates platform policies.");
  if (group.members.length === 0)
    return failure(400, 131020, "Bad Group", "Cannot send messages to single member groups.");
  if (!TAKEN.has(kind.key) || isAuthentication(templates, content))
    return failure(400, 131051, "Unsupported message type", "Message type is not supported in groups.");
  return null;
}

function isAuthentication(templates: World["templates"], content: unknown): boolean {
  if (!isObject(content) || !isObject(content.language)) return false;
  const found = templates.get(String(content.name), String(content.language.code));
  return found?.category === "AUTHENTICATION";
}
