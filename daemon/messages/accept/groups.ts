import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Named, Names } from "../../../db/messages/recipients.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { MessageTypeName } from "../../message-types/message-type.ts";
import type { Platform } from "../../providers/provider.ts";
import { isGroup } from "../message-group.ts";

/** Throws 422 when a group is written to from a channel that has no such groups, or talks to people only. */
export function refuseGroup(
  { groups }: Pick<Platform, "groups">,
  channel: Pick<ChannelRow, "platform" | "settings">,
  { userId, contactId }: Names,
  { addresses }: Pick<Named, "addresses">,
): void {
  const group = isGroup(userId) ? userId : addresses.find(({ type }) => type === "group")?.user_id;
  if (typeof group !== "string") return;
  const path = userId !== null ? "/recipient" : contactId !== null ? "/contact_id" : "/conversation_id";
  if (groups?.isId(group) !== true)
    throw refusal(
      "recipient_not_supported",
      path,
      `a ${channel.platform} channel has no group of this id: write to one of its people instead, by the id that each message has in \`group.participant_contact_id\``,
    );
  if (groups.optIn && channel.settings.groups !== true)
    throw refusal(
      "groups_disabled",
      path,
      "the channel talks to people only: set `groups` in its settings to true to write in groups",
    );
}

/** Throws 422 when a type can't be sent to a group of the platform. */
export function refuseTypeInGroup(
  { name, groups }: Pick<Platform, "name" | "groups">,
  userId: string | null,
  type: MessageTypeName,
): void {
  if (!isGroup(userId) || groups?.cannotSend.has(type) !== true) return;
  throw refusal("unsupported_on_platform", "/type", `not possible in groups of ${name}: ${type}`);
}

function refusal(code: string, path: string, message: string): Problem {
  return problem(422, code, `${path}: ${message}`, { errors: [{ path, message }] });
}
