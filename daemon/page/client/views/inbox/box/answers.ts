import type { Message } from "../types.ts";

/** What changes another message, or happened without anybody writing, answers nobody. */
const NO_ANSWERS = [
  ...["reaction", "mark_as_read", "edit_message", "delete_message", "presence"],
  ...["system", "missed_call"],
];
/** What is sent to many, or by itself, answers nobody either. */
const NOBODYS = ["broadcast", "away"];
const JUST_MS = 10 * 60_000;

type Answer = Pick<Message, "direction" | "type" | "status" | "author" | "created_at">;

/** Whether somebody of the business answered with a message. */
export function isAnswer({ direction, type, status, author }: Answer): boolean {
  return (
    direction === "outbound" &&
    !NO_ANSWERS.includes(type) &&
    !NOBODYS.includes(author?.kind ?? "") &&
    // only sent in time, or not at all
    !["scheduled", "cancelled", "failed"].includes(status)
  );
}

/** Whether the last one who wrote is a user who answered just now: their next answer is charged by itself, too. */
export function hasJustAnswered(
  messages: readonly Answer[],
  userId: string | undefined,
  now: number,
): boolean {
  const last = messages.findLast(
    (one) => isAnswer(one) || (one.direction === "inbound" && !NO_ANSWERS.includes(one.type)),
  );
  return (
    last !== undefined &&
    userId !== undefined &&
    last.author?.id === userId &&
    last.type !== "template" &&
    now - Date.parse(last.created_at) < JUST_MS
  );
}
