import type { Approval } from "../../parts/approvals/waiting.ts";
import { State, type Tone } from "../../parts/state.tsx";
import { APPROVALS } from "../../view-words.ts";

export const BACK = "/approvals";

const TONES: Record<Approval["status"], Tone> = {
  waiting: "warn",
  approved: "busy",
  sent: "good",
  refused: "quiet",
  expired: "quiet",
};

/** What became of an approval, as a colour and a word. */
export function ApprovalState({ status }: Pick<Approval, "status">) {
  return <State tone={TONES[status]}>{APPROVALS.statuses[status]}</State>;
}

/** The recipient: their name, else their number or user id. */
export function personOf({ contact_name, message }: Approval): string {
  return contact_name ?? message.to ?? message.recipient ?? "";
}

/** The agent that asks: what its key is called. */
export function askerOf({ requested_by: { name, key_id } }: Approval): string {
  return name ?? key_id;
}
