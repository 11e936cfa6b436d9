import { isPayload } from "../../approvals/whatsapp/payload.ts";
import { isObject } from "../../lib/objects.ts";
import type { ReceivedMessage } from "../../providers/inbound.ts";

/** A press of a button that asks for an approval, as receive_messages takes it: JSON text. */
type Press = { payload: string; quoted: string | null };

/**
 * A message without the payload of a button of ours, which is shown to nobody; and the press, where it is one: the
 * answer of one person to a message of ours, not forwarded. See db/approvals/asks.sql.
 */
export function takePress(message: ReceivedMessage): { message: ReceivedMessage; press: string | null } {
  const { content, direction, participant } = message;
  if (message.type !== "interactive" || !isPayload(content.id)) return { message, press: null };
  const { id: payload, ...rest } = content;
  const shown = { ...message, content: Object.fromEntries(Object.entries(rest).map(withoutPayload)) };
  const isAnswer = direction === "inbound" && participant === undefined && content.type === "button_reply";
  if (!isAnswer || isForwarded(content.context)) return { message: shown, press: null };
  const press: Press = { payload: String(payload), quoted: quotedBy(content.reply_to) };
  return { message: shown, press: JSON.stringify(press) };
}

/** A member of the content; of the reply as the platform wrote it, without what has the payload. */
function withoutPayload([name, value]: [string, unknown]): [string, unknown] {
  if (!isObject(value)) return [name, value];
  return [name, Object.fromEntries(Object.entries(value).filter(([, one]) => !isPayload(one)))];
}

function isForwarded(context: unknown): boolean {
  return isObject(context) && (context.forwarded === true || context.frequently_forwarded === true);
}

function quotedBy(reply: unknown): string | null {
  return isObject(reply) && typeof reply.id === "string" ? reply.id : null;
}
