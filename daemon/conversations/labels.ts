import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { TagInUse } from "../../db/contacts/tags-in-use.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { labelsOf } from "../../db/whatsapp-web/labels.ts";
import type { Asking } from "../channels/asking/ask.ts";
import { changeOnPhone } from "../channels/asking/change-on-phone.ts";
import { found } from "../http/found.ts";
import { chatOf } from "./chat-of.ts";

/** A label that a conversation's chat gets on the phone, by WhatsApp's id, or loses. */
export type LabelChange = { label: string; labelled: boolean };

/** Which tags of a change are labels of the conversation's number: those that its phone has to be told of. */
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

/** Has the phone put labels on a conversation's chat and take others off. Throws 409 where the number is not connected, 422 for what WhatsApp refuses. */
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
  409: {
    description: "The tag is a label of a number that is not connected",
    code: "channel_not_connected",
    detail: "the channel is logged_out; connect it first",
  },
  422: {
    description: "The tag is a label, and WhatsApp refused",
    code: "provider_rejected",
    detail:
      "WhatsApp refused: the phone has not yet given what this is changed with; open WhatsApp on it, and try again",
  },
  503: {
    description:
      "The database is unavailable, or the session did not respond (`whatsapp_timed_out`); see Retry-After",
    code: "whatsapp_timed_out",
    detail: "the number's session did not take it up in time; nothing was done",
  },
};
