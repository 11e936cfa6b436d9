import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { findOffered, type OfferedChoices } from "../../../db/whatsapp-web/messages.ts";
import type { ReceivedMessage } from "../../providers/inbound.ts";
import type { Choice } from "../../providers/whatsapp-web/encode/draft.ts";

/** Longer texts are no choice: titles have at most 24 characters. */
const LONGEST_CHOICE = 64;

/**
 * Messages as they are meant on a platform that shows buttons as numbered text: a
 * number or a title is the reply that its button would send. The text stays in the
 * content.
 */
export async function readTypedChoices(
  sql: Queryable,
  channel: ChannelRow,
  messages: readonly ReceivedMessage[],
): Promise<ReceivedMessage[]> {
  const key = { organizationId: channel.organization_id, channelId: channel.id };
  const read: ReceivedMessage[] = [];
  for (const message of messages) {
    const text = typedChoice(message);
    const offered =
      text === null ? null : await findOffered(sql, key, message.person, quotedBy(message), message.at);
    read.push(offered === null || text === null ? message : asReply(message, text, offered));
  }
  return read;
}

/** The text of a message that may be a choice. */
function typedChoice({ type, direction, content, participant }: ReceivedMessage): string | null {
  const body = content.body;
  if (type !== "text" || direction !== "inbound" || participant !== undefined || typeof body !== "string")
    return null;
  return body.length > LONGEST_CHOICE ? null : body.trim();
}

function quotedBy({ content }: ReceivedMessage): string | null {
  const quoted: unknown = content.reply_to;
  if (typeof quoted !== "object" || quoted === null || !("id" in quoted)) return null;
  return typeof quoted.id === "string" ? quoted.id : null;
}

function asReply(message: ReceivedMessage, text: string, offered: OfferedChoices): ReceivedMessage {
  const choices: Choice[] = JSON.parse(offered.choices);
  const choice = choices.find((one) => isChosen(one, text));
  if (choice === undefined) return message;
  const { label: _label, ...reply } = choice;
  const content = {
    ...message.content,
    ...reply,
    type: offered.reply,
    [offered.reply]: reply,
    reply_to: { id: offered.provider_message_id },
    simulated: true,
  };
  return { ...message, type: "interactive", content };
}

/** `2`, `2.` or the title, however it is written. */
function isChosen({ label, title }: Choice, text: string): boolean {
  const given = text.toLowerCase();
  return given === label || given === `${label}.` || given === title.trim().toLowerCase();
}
