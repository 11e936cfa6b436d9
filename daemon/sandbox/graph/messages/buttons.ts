import { isObject, objects } from "../../../lib/objects.ts";

/** A reply button of a message, as the recipient's phone has it. */
export type ReplyButton = { id: string; title: string };

/** The reply buttons of an interactive message's content, in their order; of any other content, none. */
export function replyButtonsOf(content: unknown): ReplyButton[] {
  const action = isObject(content) && isObject(content.action) ? content.action : {};
  return objects(action.buttons).flatMap(({ type, reply }) =>
    type === "reply" && isObject(reply) ? [{ id: String(reply.id), title: String(reply.title) }] : [],
  );
}
