import type { Keep } from "../link.ts";
import { type Capping, type NewChatLimit, UNLIMITED } from "./new-chats.ts";

/** A restriction of an account's chats with people it does not know. */
export type Restriction = {
  /** Until when no new chats may be begun; null: they may. */
  lockedUntil: string | null;
  /** How near the account is said to be to its limit of new chats; null: as near as it is. */
  capping: Capping | null;
  newChats: NewChatLimit;
};

/** The restrictions of accounts. */
export type Restrictions = {
  of(number: string): Restriction;
  set(number: string, restriction: Restriction): void;
};

const PREFIX = "restriction/";
const NONE: Restriction = { lockedUntil: null, capping: null, newChats: UNLIMITED };

export function createRestrictions(keep: Keep): Restrictions {
  return {
    of(number) {
      const known = keep.get(PREFIX + number);
      return known === undefined ? NONE : { ...NONE, ...JSON.parse(known) };
    },
    set: (number, restriction) => keep.set(PREFIX + number, JSON.stringify(restriction)),
  };
}
