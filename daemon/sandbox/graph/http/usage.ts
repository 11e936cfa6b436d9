import { failure, type GraphFailure } from "./errors.ts";

export type Usage = ReturnType<typeof createUsage>;

/** Management calls an hour that a fresh app may make of one account (Meta, "Rate limits"). */
const USUAL_CALLS = 200;

/** Counts calls that manage an account. They are never refused, unless the control API sets a limit. */
export function createUsage() {
  let calls = 0;
  let limit: number | null = null;
  let minutes = 0;
  const isOver = () => limit !== null && calls > limit;
  return {
    /** Counts one call; the refusal when there were too many. */
    take(): GraphFailure | null {
      calls += 1;
      return isOver()
        ? failure(
            429,
            80008,
            "There have been too many calls to this WhatsApp Business account.",
            "Wait a bit and try again.",
          )
        : null;
    },
    /** The `x-business-use-case-usage` header: percentages, and the minutes to wait. */
    header(wabaId: string): string {
      const call_count = Math.min(100, Math.round((100 * calls) / (limit ?? USUAL_CALLS)));
      const wait = isOver() ? minutes : 0;
      const entry = { type: "whatsapp", call_count, total_cputime: 1, total_time: 1 };
      return JSON.stringify({ [wabaId]: [{ ...entry, estimated_time_to_regain_access: wait }] });
    },
    /** From now on this many calls are answered; null is any number. */
    setLimit(next: number | null, wait: number): void {
      calls = 0;
      limit = next;
      minutes = wait;
    },
  };
}
