import type { AcceptOutcome } from "../../../db/messages/accept/accept.ts";
import { conversationHeld } from "../../conversations/refusals.ts";
import { type Problem, problem } from "../../http/problem.ts";
import { limitReached, recipientRefused } from "./guard.ts";

type Outcome = AcceptOutcome["outcome"];
type Refusal = Exclude<Outcome, (typeof NO_REFUSALS)[number]>;

const NO_REFUSALS = ["accepted", "replayed", "waiting", "waits_already"] as const;

/** Whether a message was not accepted, and does not wait for approval. */
export function isRefusal(outcome: Outcome): outcome is Refusal {
  return !NO_REFUSALS.some((one) => one === outcome);
}

/** The problem of a message that was well-formed and yet not accepted; `knownReason` is what accepting knows about it. */
export function refusal(outcome: Refusal, knownReason: string | null): Problem {
  switch (outcome) {
    case "key_reused":
      return problem(
        422,
        "idempotency_key_reused",
        "this Idempotency-Key was used with another body in the last 24 hours",
      );
    case "conversation_not_found":
      return at("/conversation_id", outcome, "no such conversation on this channel");
    case "recipient_mismatch":
      return mismatch("to", "conversation_id");
    case "suppressed_recipient":
      return at("/to", outcome, `this recipient is suppressed: ${knownReason}`);
    case "outside_service_window":
      return at("/to", outcome, lastWrote(knownReason));
    case "budget_exhausted":
      return beyondBudget(JSON.parse(knownReason ?? "{}"));
    case "conversation_held":
      return conversationHeld(JSON.parse(knownReason ?? "{}"));
    case "agent_recipient":
      return recipientRefused(knownReason);
    case "agent_message":
      return problem(
        403,
        outcome,
        "/content: this key may reply and react to messages of the conversation that it writes to, and edit or delete what it sent there; the message that this one names is none of these",
      );
    case "agent_limit":
      return limitReached(knownReason);
    case "media_not_found":
      return at("/content", "invalid_content", "an uploaded file that it names was deleted at this moment");
  }
}

/** Says which budget it is, what is spent of it and when it begins again, in words and as `budget`. */
function beyondBudget({ detail, budget }: { detail: string; budget: Record<string, unknown> }): Problem {
  return problem(422, "budget_exhausted", detail, { members: { budget } });
}

function lastWrote(at: string | null): string {
  return at === null
    ? "This person has never written to this number. Until they do, only a template can be sent."
    : `This person last wrote at ${at}. After 24 hours, only a template can be sent, until they write again.`;
}

/** The refusal of a send two of whose members name different people, or one of them nobody who is known. */
export function mismatch(one: string, other: string): Problem {
  const message = `not known to be the person of /${one}: give only one of them`;
  return at(`/${other}`, "recipient_mismatch", message);
}

function at(path: string, code: string, message: string): Problem {
  return problem(422, code, `${path}: ${message}`, { errors: [{ path, message }] });
}
