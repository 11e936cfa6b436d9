import type { Message } from "./states.ts";
import { MESSAGES } from "./words.ts";

/** One thing that happened to a message, or will. */
export type Step = {
  key: string;
  at: string;
  title: string;
  about?: string;
  kind?: "good" | "failed" | "future";
};

/** All that happened to a message, oldest first, then what is to come. */
export function lifeOf(message: Message): readonly Step[] {
  return [...pastOf(message), ...futureOf(message)].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

function pastOf(message: Message): readonly Step[] {
  const { direction, created_at, status_history, edited_at, deleted_at } = message;
  const [first, ...later] = status_history;
  const begin = direction === "inbound" ? MESSAGES.received : MESSAGES.accepted;
  const steps: Step[] = [{ key: "begin", at: created_at, title: begin }];
  // being queued is the same moment as being accepted
  const moved = first === undefined || ["queued", "received"].includes(first.status) ? later : status_history;
  if (direction === "outbound") steps.push(...moved.map(stepOf));
  if (edited_at !== null) steps.push({ key: "edited", at: edited_at, title: MESSAGES.edited });
  if (deleted_at !== null) steps.push({ key: "deleted", at: deleted_at, title: MESSAGES.deleted });
  return steps;
}

function stepOf({ status, at, error }: Message["status_history"][number], index: number): Step {
  return {
    key: `${index} ${status}`,
    at,
    title: MESSAGES.happened[status] ?? status,
    ...(error === undefined ? {} : { about: error.detail }),
    ...kindOf(status),
  };
}

function kindOf(status: string): Pick<Step, "kind"> {
  if (status === "failed") return { kind: "failed" };
  return ["delivered", "read", "played"].includes(status) ? { kind: "good" } : {};
}

function futureOf({
  status,
  waiting_for,
  next_attempt_at,
  scheduled_at,
  expires_at,
}: Message): readonly Step[] {
  if (!["queued", "scheduled", "sending"].includes(status)) return [];
  const kind = "future" as const;
  const due = next_attempt_at ?? waiting_for?.until ?? scheduled_at;
  const steps: Step[] = [];
  if (due !== null)
    steps.push({
      key: "due",
      at: due,
      title: next_attempt_at === null ? MESSAGES.due : MESSAGES.nextAttempt,
      kind,
    });
  if (expires_at !== null)
    steps.push({
      key: "expires",
      at: expires_at,
      title: MESSAGES.expires,
      about: MESSAGES.expiresText,
      kind,
    });
  return steps;
}
