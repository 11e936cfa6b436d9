import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Named, Names } from "../../../db/messages/recipients.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { Platform } from "../../providers/provider.ts";
import { isGroup } from "../message-group.ts";

/** Throws 422 when a group is written to from a channel that has none, or talks to people only. */
export function refuseGroup(
  { addressedBy }: Pick<Platform, "addressedBy">,
  channel: Pick<ChannelRow, "platform" | "settings">,
  { userId, contactId }: Names,
  { addresses }: Pick<Named, "addresses">,
): void {
  if (!isGroup(userId) && !addresses.some(({ type }) => type === "group")) return;
  const path = userId !== null ? "/recipient" : contactId !== null ? "/contact_id" : "/conversation_id";
  if (!addressedBy.includes("group"))
    throw refusal(
      "recipient_not_supported",
      path,
      `a ${channel.platform} channel can't write in groups: write to one of its people instead, by the id that each message has in \`group.participant_contact_id\``,
    );
  if (channel.settings.groups !== true)
    throw refusal(
      "groups_disabled",
      path,
      "the channel talks to people only: set `groups` in its settings to true to write in groups",
    );
}

function refusal(code: string, path: string, message: string): Problem {
  return problem(422, code, `${path}: ${message}`, { errors: [{ path, message }] });
}
