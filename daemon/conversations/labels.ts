import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { TagInUse } from "../../db/contacts/tags-in-use.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { labelsOf } from "../../db/whatsapp-web/labels.ts";
import type { Asking } from "../channels/asking/ask.ts";
import { changeOnPhone } from "../channels/asking/change-on-phone.ts";
import { notConnected, timedOut } from "../channels/asking/wording.ts";
import { found } from "../http/found.ts";
import { chatOf } from "./chat-of.ts";

/** A label that a conversation's chat gets on the phone, by WhatsApp's id, or loses. */
export type LabelChange = { label: string; labelled: boolean };

/** Of the tags that a change adds and removes, those that are labels on the number's phone. */
export async function labelsChanged(
  sql: Sql,
  { organization_id, channel_id }: ConversationRow,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Promise<LabelChange[]> {
  const key = { organizationId: organization_id, channelId: channel_id };
  return ((await labelsOf(sql, key)) ?? []).flatMap(({ id, name }): LabelChange[] => {
    if (removed.includes(name)) return [{ label: id, labelled: false }];
    return added.includes(name) ? [{ label: id, labelled: true }] : [];
  });
}

/**
 * Puts labels on a conversation's chat on the phone, and takes others off. Throws 409 if the number is not connected, and 422
 * if WhatsApp refuses.
 */
export async function labelOnPhone(
  asking: Asking,
  row: ConversationRow,
  changes: readonly LabelChange[],
): Promise<void> {
  const { sql } = asking;
  const channel = found(await findChannel(sql, row.organization_id, row.channel_id), "channel");
  const at = await chatOf(sql, row);
  if (at === null) return;
  for (const change of changes)
    await changeOnPhone(asking, channel, { kind: "label_chat", chat: at.chat, ...change });
}

/** Tags in use, and those that labels of numbers could be, by name. */
export function withLabels(tags: readonly TagInUse[], labels: readonly string[]): TagInUse[] {
  const used = new Set(tags.map(({ name }) => name));
  const others = labels.filter((name) => !used.has(name)).map((name) => ({ name, count: 0 }));
  return [...tags, ...others].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What may go wrong with tags that are labels of a phone. */
export const WORDING = {
  409: notConnected("The tag is a label of a number that is not connected"),
  422: {
    description: "The tag is a label, and WhatsApp refused",
    code: "provider_rejected",
    detail:
      "WhatsApp refused: the phone has not yet given what this is changed with; open WhatsApp on it, and try again",
  },
  503: timedOut(),
};
