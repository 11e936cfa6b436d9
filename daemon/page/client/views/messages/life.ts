import type { RowOf } from "../../api/call.ts";
import { MESSAGES } from "../../view-words.ts";
import type { Message } from "./states.ts";

export type Entry = RowOf<"GET /v1/messages/{id}/timeline">;

/** One thing that happened to a message, or will. */
export type Step = {
  key: string;
  at: string;
  title: string;
  about?: string | null;
  /** Where there is more about it. */
  href?: string;
  kind?: "good" | "failed" | "future" | "minor";
};

/** All that happened to a message, in the order of the API, then what is to come. */
export function lifeOf(message: Message, entries: readonly Entry[]): readonly Step[] {
  const past = entries.filter(({ kind }) => kind !== "waiting");
  return [...past.map(stepOf), ...futureOf(message)];
}

function stepOf(entry: Entry, index: number): Step {
  const { kind, at, status, detail } = entry;
  const step = { key: `${index} ${kind}`, at, about: detail };
  switch (kind) {
    case "status":
      return { ...step, title: MESSAGES.happened[status ?? ""] ?? status ?? "", ...kindOf(status) };
    case "attempt":
      return { ...step, ...attemptStep(entry) };
    case "event":
      return { ...step, title: MESSAGES.event(entry.event_type ?? ""), kind: "minor" };
    case "delivery":
      return { ...step, ...deliveryStep(entry) };
    default:
      return { ...step, title: MESSAGES.began[kind] ?? kind };
  }
}

function attemptStep({ attempt, status, at, ended_at }: Entry): Pick<Step, "title" | "kind"> {
  const title = MESSAGES.call(attempt ?? 1, status ?? "", tookMs(at, ended_at));
  return { title, kind: status === "failed" ? "failed" : "minor" };
}

function deliveryStep({
  event_type,
  attempt,
  status,
  response_status,
  delivery_id,
}: Entry): Omit<Step, "key" | "at"> {
  return {
    title: MESSAGES.delivery(event_type ?? "", attempt ?? 1, status ?? "", response_status),
    href: `/webhooks/deliveries/${delivery_id}`,
    kind: status === "failed" || status === "exhausted" ? "failed" : "minor",
  };
}

function tookMs(at: string, endedAt: string | null): number | null {
  return endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(at));
}

function kindOf(status: string | null): Pick<Step, "kind"> {
  if (status === "failed") return { kind: "failed" };
  return ["delivered", "read", "played"].includes(status ?? "") ? { kind: "good" } : {};
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
