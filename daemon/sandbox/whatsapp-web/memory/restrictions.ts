import type { Keep } from "../link.ts";

/** A restriction of an account's chats with people it does not know. */
export type Restriction = {
  /** Until when no new chats may be begun; null: they may. */
  lockedUntil: string | null;
  /** How near the account is to its limit of new chats. */
  capping: "NONE" | "FIRST_WARNING" | "SECOND_WARNING" | "CAPPED";
};

/** The restrictions of accounts. */
export type Restrictions = {
  of(number: string): Restriction;
  set(number: string, restriction: Restriction): void;
};

const PREFIX = "restriction/";
const NONE: Restriction = { lockedUntil: null, capping: "NONE" };

export function createRestrictions(keep: Keep): Restrictions {
  return {
    of(number) {
      const known = keep.get(PREFIX + number);
      return known === undefined ? NONE : JSON.parse(known);
    },
    set: (number, restriction) => keep.set(PREFIX + number, JSON.stringify(restriction)),
  };
}
