import type { Logger } from "pino";
import type { WhatsAppWebSession } from "../../connection/session.ts";
import { askForEarlier } from "../../requests/earlier.ts";
import type { WhatsAppWebRecords } from "../../send/records.ts";

/** Asks the phone of one number, one question after the other, for what it has of while Waypost was away. */
export type HoleFilling = {
  /** Begins, or waits on: what WhatsApp kept is on its way, and makes the rest known. */
  soon(): void;
  /** The phone answered a question. */
  goOn(): void;
};

/** WhatsApp sends all that it kept at once: after so long nothing more of it comes. */
const QUIET_MS = 5000;
/** Between an answer and the next question, so that the phone is in no hurry. */
const PAUSE_MS = 500;
/** After so long without an answer the next question is asked. */
const ANSWER_MS = 20_000;
/** When there is nothing to ask: what had no answer is asked again after hours. */
const LATER_MS = 3600_000;

export function createHoleFilling(
  session: WhatsAppWebSession,
  records: Pick<WhatsAppWebRecords, "nextHoleQuestion" | "holeAsked">,
  log: Logger,
): HoleFilling {
  let timer: NodeJS.Timeout | undefined;

  function askIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), milliseconds);
    // a daemon that stops waits for nothing more
    timer.unref();
  }

  async function ask(): Promise<void> {
    const socket = session.socket();
    // the next connection begins anew
    if (socket === null) return;
    askIn(ANSWER_MS);
    try {
      const question = await records.nextHoleQuestion(session);
      if (question === null) return askIn(LATER_MS);
      const id = await askForEarlier({ socket }, question.request);
      await records.holeAsked(session, question, id);
    } catch (cause) {
      log.warn({ err: cause, channel: session.channelId }, "a phone could not be asked for what is missing");
    }
  }

  return { soon: () => askIn(QUIET_MS), goOn: () => askIn(PAUSE_MS) };
}
