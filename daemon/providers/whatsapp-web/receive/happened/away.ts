import type { Logger } from "pino";
import type { WhatsAppWebSession } from "../../connection/session.ts";
import type { WhatsAppWebRecords } from "../../send/records.ts";
import { createHoleFilling, type HoleFilling } from "../history/fill-holes.ts";
import { createKeptAway, type KeptAway } from "./missed.ts";

/** What becomes of messages of while a session was away: those that come late, and those that its phone is asked for. */
export type Away = { keptAway: KeptAway; filling: HoleFilling };

/** Finds them for a session, over all its sockets. */
export function createAway(records: WhatsAppWebRecords, log: Logger): (session: WhatsAppWebSession) => Away {
  const known = new WeakMap<WhatsAppWebSession, Away>();
  return (session) => {
    const away = known.get(session) ?? {
      keptAway: createKeptAway((missed) => records.receive(session, missed), log),
      filling: createHoleFilling(session, records, log),
    };
    known.set(session, away);
    return away;
  };
}
