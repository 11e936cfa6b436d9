import type { Keep } from "../link.ts";

/** Whom accounts blocked, by numbers. */
export type Blocked = {
  set(account: string, person: string, blocked: boolean): void;
  has(account: string, person: string): boolean;
  of(account: string): string[];
};

const PREFIX = "blocked/";

/** As `keep` remembers it. */
export function createBlocked(keep: Keep): Blocked {
  const nameOf = (account: string, person: string) => `${PREFIX}${account}/${person}`;
  return {
    set(account, person, blocked) {
      if (blocked) keep.set(nameOf(account, person), "");
      else keep.delete(nameOf(account, person));
    },
    has: (account, person) => keep.get(nameOf(account, person)) !== undefined,
    of: (account) => keep.keys(nameOf(account, "")).map((key) => key.slice(nameOf(account, "").length)),
  };
}
