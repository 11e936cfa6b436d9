import { isEnglish } from "../../../languages/forms.ts";
import { translated } from "../../../languages/reasons.ts";
import { REASONS } from "../../view-words.ts";
import { sentence } from "../problem.tsx";
import { withOwnTimes } from "./wait.ts";

type Reasoned = { status_reason: string | null };

/** Why a channel is as it is, in words; null when there is nothing to say. A code before them is for programs. */
export function reasonOf({ status_reason }: Reasoned): string | null {
  if (status_reason === null) return null;
  const words = translated(status_reason, REASONS).replace(/^[a-z]+(_[a-z]+)+: /, "");
  return withOwnTimes(sentence(words));
}

/** The same, marked as English where Meta or WhatsApp said something that the page has no words for. */
export default function Reason({ channel }: { channel: Reasoned }) {
  const { status_reason } = channel;
  const isForeign =
    !isEnglish() && status_reason !== null && translated(status_reason, REASONS) === status_reason;
  return isForeign ? <bdi lang="en">{reasonOf(channel)}</bdi> : reasonOf(channel);
}
