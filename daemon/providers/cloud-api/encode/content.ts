import type { Contents } from "../../../message-types/registry.ts";

/** The contents that encoders take, by the name of their type. */
export type Content<Name extends keyof Contents> = Contents[Name];

/** The quoted message as the Cloud API wants it: `context`, beside the type's own object. */
export function replyContext(content: { reply_to?: { id: string } }): Record<string, unknown> {
  return content.reply_to === undefined ? {} : { context: { message_id: content.reply_to.id } };
}
