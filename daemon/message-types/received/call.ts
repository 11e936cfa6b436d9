/** The types `call` and `missed_call`: a call that was taken, and one that nobody took. */

/** What became of a call: `no_answer` of one that the business made, `missed` of one that somebody made to it. */
export type CallOutcome = "taken" | "missed" | "no_answer" | "rejected" | "failed";

export type CallContent = {
  call_id: string;
  outcome: CallOutcome;
  video: boolean;
  /** How long it lasted, where the platform says. */
  seconds: number | null;
};

const WORDS: Readonly<Record<CallOutcome, (kind: string) => string>> = {
  taken: (kind) => `${kind} call`,
  missed: (kind) => `Missed ${kind.toLowerCase()} call`,
  no_answer: (kind) => `${kind} call without an answer`,
  rejected: (kind) => `Rejected ${kind.toLowerCase()} call`,
  failed: (kind) => `Failed ${kind.toLowerCase()} call`,
};

/** What a call was, and how long it lasted, such as `1:05`. */
export function callWords({ outcome, video, seconds }: Record<string, unknown>): [string, string?] {
  const known = Object.hasOwn(WORDS, String(outcome)) ? (outcome as CallOutcome) : "taken";
  const words = WORDS[known](video === true ? "Video" : "Voice");
  return typeof seconds === "number" && seconds > 0 ? [words, clock(seconds)] : [words];
}

function clock(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}
