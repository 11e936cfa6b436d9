import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { createFairQueue, type FairQueue } from "../lib/turns/fair-queue.ts";

/** Who waits: from where, for which account, and whether its user is known there. Null where there is none. */
export type Waiter = { address: string | null; account: string | null; isKnown: boolean };

export type TurnLimits = {
  /** So many work at a time. */
  atOnce: number;
  /** So many known users may wait, and as many unknown ones. */
  waiting: number;
  /** So many of one network may wait. */
  waitingEach: number;
};

/** Does work in turn. Rejects with 429 where too many wait. */
export type Turns = <Result>(waiter: Waiter, work: () => Promise<Result>) => Promise<Result>;

/**
 * Known and unknown users have a queue each, and turns alternate between the two: neither keeps the other out. Within a
 * queue the turn is that of the network and account that had none for the longest.
 */
export function createTurns({ atOnce, waiting, waitingEach }: TurnLimits): Turns {
  const limits = { most: waiting, mostEach: waitingEach, refusal: tooMany };
  const known = createFairQueue(limits);
  const unknown = createFairQueue(limits);
  let [next, after]: [FairQueue, FairQueue] = [known, unknown];
  let working = 0;

  function passOn(): void {
    const given = next.next() ?? after.next();
    [next, after] = [after, next];
    if (given === undefined) working -= 1;
  }

  return async (waiter, work) => {
    const queue = waiter.isKnown ? known : unknown;
    // who is done passes its place on
    if (working >= atOnce) await queue.wait(namesOf(waiter));
    else working += 1;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}

/** The network first. The daemon's own work has no names, and is limited by nobody. */
function namesOf({ address, account }: Waiter): string[] {
  return [
    ...(address === null ? [] : [`network ${networkOf(address)}`]),
    ...(account === null ? [] : [`account ${account}`]),
  ];
}

function tooMany() {
  return problem(429, "too_many_logins", "too many logins at once; try again in a moment", {
    headers: { "retry-after": "2" },
  });
}
