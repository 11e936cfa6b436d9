import type { BodyOf } from "../../../../api/call.ts";
import type { Outgoing } from "../outgoing.ts";
import type { Place } from "../place.ts";

export type ToSend = Pick<Outgoing, "text" | "file" | "quoted" | "scheduledAt">;

/** The request that sends it; its file, if it has one, is there by an id. */
export function bodyOf(
  { conversationId }: Place,
  { text, file, quoted, scheduledAt }: ToSend,
  mediaId: string | null,
): BodyOf<"POST /v1/messages"> {
  const reply = quoted?.provider_message_id ? { reply_to: { id: quoted.provider_message_id } } : {};
  const common = {
    conversation_id: conversationId,
    ...(scheduledAt !== null && { scheduled_at: scheduledAt }),
  };
  if (file === null) return { ...common, type: "text", content: { body: text, ...reply } };
  const caption = [file.caption, text].filter((one) => one.trim() !== "").join("\n");
  const content = {
    ...{ media_id: mediaId ?? "", ...reply },
    ...(caption !== "" && { caption }),
    ...(file.isVoice && { voice: true }),
  };
  return { ...common, type: file.kind, content };
}
