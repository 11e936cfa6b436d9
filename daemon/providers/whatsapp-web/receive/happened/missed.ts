import type { Logger } from "pino";
import type { InboundFact, Missed } from "../../../inbound.ts";

/** What WhatsApp had kept of each person and group while a session was away. */
export type KeptAway = {
  /** Notes what was stored of such messages. */
  note(facts: readonly InboundFact[]): void;
};

/** Once nothing more has come for this long, it is told how much there was: WhatsApp sends all of it at once. */
const QUIET_MS = 3000;
const AGAIN_MS = 30_000;

/** Has `tell` told once all has come, and again until it could be. */
export function createKeptAway(tell: (missed: Missed[]) => Promise<void>, log: Logger): KeptAway {
  const chats = new Map<string, Missed>();
  let timer: NodeJS.Timeout | undefined;

  function tellIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tellAll(), milliseconds);
    // a daemon that stops waits for nothing more
    timer.unref();
  }

  async function tellAll(): Promise<void> {
    const told = [...chats];
    try {
      await tell(told.map(([, missed]) => missed));
      for (const [chat, missed] of told) if (chats.get(chat) === missed) chats.delete(chat);
    } catch (cause) {
      log.warn({ err: cause }, "how much came while a number was away could not be stored yet");
      tellIn(AGAIN_MS);
    }
  }

  return {
    note(facts) {
      for (const fact of facts) {
        if (fact.kind !== "message" || fact.direction !== "inbound") continue;
        const { person, providerMessageId, at } = fact;
        const chat = `${person.type} ${person.value}`;
        const { since = at, until = at } = chats.get(chat) ?? {};
        chats.set(chat, {
          ...{ kind: "missed", providerMessageId: `away:${providerMessageId}`, person },
          since: new Date(Math.min(at.getTime(), since.getTime())),
          until: new Date(Math.max(at.getTime(), until.getTime())),
        });
        tellIn(QUIET_MS);
      }
    },
  };
}
