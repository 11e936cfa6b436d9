import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/**
 * Takes a caller's stream slot and returns its release, which works once. Throws 429 when all of the
 * organisation's are taken, or the caller has half of them.
 */
export type TakeSlot = (caller: Pick<Caller, "organizationId" | "actor">) => () => void;

const RETRY_SECONDS = 10;

/**
 * Limits how many streams each organisation, and each of its keys and users, may have open at once. Streams last as
 * long as their readers like, so without a limit one key could take up every request that a daemon handles at once,
 * and one browser all the slots of its organisation.
 */
export function createStreamSlots(most = 500): TakeSlot {
  const taken = new Map<string, number>();

  function count(owner: string, change: number): void {
    const now = (taken.get(owner) ?? 0) + change;
    if (now === 0) taken.delete(owner);
    else taken.set(owner, now);
  }

  return ({ organizationId, actor }) => {
    const limits = [
      { owner: organizationId, most, whose: "the organisation" },
      { owner: actor.id, most: most / 2, whose: `the ${actor.type}` },
    ];
    for (const { owner, most, whose } of limits)
      if ((taken.get(owner) ?? 0) >= most) throw tooMany(whose, most);
    for (const { owner } of limits) count(owner, 1);
    let isTaken = true;
    return () => {
      if (isTaken) for (const { owner } of limits) count(owner, -1);
      isTaken = false;
    };
  };
}

function tooMany(whose: string, most: number) {
  const detail = `${whose} already has ${most} open streams here; close one`;
  return problem(429, "too_many_streams", detail, { headers: { "retry-after": String(RETRY_SECONDS) } });
}
