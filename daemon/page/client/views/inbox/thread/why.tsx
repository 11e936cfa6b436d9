import { Link } from "wouter";
import { sentence } from "../../../parts/problem.tsx";
import { exactTime } from "../../../parts/time.tsx";
import { INBOX } from "../../../words.ts";
import type { Message } from "../types.ts";
import style from "./thread.module.css";

/** Reasons that last no longer than it takes to read them. */
const SHORT = ["pace", "behind", "resting"];

/** Why a message waits, was not delivered, or may have arrived twice, with the way to its whole life. */
export function Why({ message }: { message: Message }) {
  const { id, direction, error, status, waiting_for: wait, possible_duplicate: isTwice } = message;
  const failed = status === "failed" || (direction === "inbound" && error !== null);
  const words = failed
    ? sentence(error?.detail ?? INBOX.notSent)
    : wait !== null && !SHORT.includes(wait.reason)
      ? withOwnTimes(sentence(wait.detail))
      : status === "cancelled"
        ? INBOX.cancelled
        : isTwice
          ? INBOX.twice
          : null;
  if (words === null) return null;
  return (
    <p className={failed ? style.error : style.waits}>
      {words} <Link href={`/messages/${id}`}>{INBOX.whyNot}</Link>
    </p>
  );
}

/** The API's sentences have moments by UTC; people read them by their own clock. */
function withOwnTimes(words: string): string {
  return words.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, exactTime);
}
