import type { Queryable } from "../../../db/connection/client.ts";
import { cancelMessage, findMessage, type MessageRow } from "../../../db/messages/messages.ts";
import { problem } from "../../http/problem.ts";

/**
 * Cancels a message that waits: it is never sent. Throws 409
 * `not_cancellable` with its status when it is being sent or done.
 */
export async function cancel(sql: Queryable, message: MessageRow): Promise<MessageRow> {
  const cancelled = await cancelMessage(sql, message.organization_id, message.id);
  const after = (await findMessage(sql, message.organization_id, message.id)) ?? message;
  if (cancelled) return after;
  throw problem(
    409,
    "not_cancellable",
    waits(after)
      ? "an attempt to send the message has begun, and its outcome is not known yet"
      : `the message is ${after.status}; only one that is queued or scheduled can be cancelled`,
    { members: { message_status: after.status } },
  );
}

function waits({ status }: MessageRow): boolean {
  return status === "queued" || status === "scheduled";
}
