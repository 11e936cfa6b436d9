import type { Queryable } from "../../../db/connection/client.ts";
import { findProviderMessageId } from "../../../db/messages/messages.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import { findEarlierNumber } from "../../../db/whatsapp-web/number.ts";
import type { MessageError } from "../../providers/message-error.ts";

type ChannelKey = { organizationId: string; channelId: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A message as its provider is to know it: where its content names another
 * message of the channel by our id (`message_id`, `reply_to.id`), the
 * provider's takes its place. Null when there is no such message on the
 * channel, or when the provider never got it. Nothing is looked up otherwise.
 */
export async function withProviderIds(
  sql: Queryable,
  channel: ChannelKey,
  row: DueSend,
): Promise<DueSend | null> {
  const content = JSON.parse(row.content);
  const { message_id, reply_to } = content;
  if (referredBy(content).length === 0) return row;
  const about = await providerIdOf(sql, channel, message_id);
  const quoted = await providerIdOf(sql, channel, reply_to?.id);
  if (about === null || quoted === null) return null;
  const named = {
    ...content,
    ...(about === undefined ? {} : { message_id: about }),
    ...(quoted === undefined ? {} : { reply_to: { ...reply_to, id: quoted } }),
  };
  return { ...row, content: JSON.stringify(named) };
}

/** Types that change a message, or say something about it in its chat. */
const ABOUT_A_MESSAGE = new Set(["edit_message", "delete_message", "reaction", "mark_as_read"]);

/**
 * Why a message can't be sent that is about one which another number of the channel wrote or got: only that number can
 * change it. Null for every other message. `row` names messages by their provider's ids.
 */
export async function refusalByNumber(
  sql: Queryable,
  channel: ChannelKey,
  { type, content }: Pick<DueSend, "type" | "content">,
): Promise<MessageError | null> {
  if (!ABOUT_A_MESSAGE.has(type)) return null;
  const number = await findEarlierNumber(sql, channel, JSON.parse(content).message_id);
  if (number === null) return null;
  return {
    code: "another_numbers_message",
    title: "Another number's message",
    detail: `the message that it refers to is of ${number}, which was this channel's number then: only that number can change it, react to it or mark it as read`,
    provider_code: null,
    retryable: false,
  };
}

/** Leaves a provider's own id as it is, and undefined where none was given. */
async function providerIdOf(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  id: string | undefined,
): Promise<string | null | undefined> {
  return isOurs(id) ? await findProviderMessageId(sql, organizationId, channelId, id) : id;
}

/** The messages that some content names by our ids. */
export function referredBy({ message_id, reply_to }: Record<string, unknown>): string[] {
  const quoted =
    typeof reply_to === "object" && reply_to !== null && "id" in reply_to ? reply_to.id : undefined;
  return [message_id, quoted].filter(isOurs);
}

function isOurs(id: unknown): id is string {
  return typeof id === "string" && UUID.test(id);
}
