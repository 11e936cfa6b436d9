import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { setNewest } from "../lib/bounded.ts";

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

type Waiting = { names: readonly string[]; go(): void; refuse(cause: Error): void };
type Queue = ReturnType<typeof createQueue>;

/** Beyond so many the names that had no turn for the longest are forgotten. */
const MOST_NAMES = 10_000;

/**
 * Known and unknown users have a queue each, and turns alternate between the two: neither keeps the other out. Within a
 * queue the turn is that of the network and account that had none for the longest.
 */
export function createTurns({ atOnce, waiting, waitingEach }: TurnLimits): Turns {
  const known = createQueue(waiting, waitingEach);
  const unknown = createQueue(waiting, waitingEach);
  let [next, after]: [Queue, Queue] = [known, unknown];
  let working = 0;

  function passOn(): void {
    const waiting = next.take() ?? after.take();
    [next, after] = [after, next];
    if (waiting === undefined) working -= 1;
    else waiting.go();
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

function createQueue(most: number, mostEach: number) {
  const waiting: Waiting[] = [];
  const servedAt = new Map<string, number>();
  let turn = 0;
  const lastTurn = ({ names }: Waiting) => Math.max(0, ...names.map((name) => servedAt.get(name) ?? 0));
  const ofNetwork = (network: string | undefined) =>
    waiting.filter(({ names }) => network !== undefined && names[0] === network);

  function remove(one: Waiting): Waiting {
    waiting.splice(waiting.indexOf(one), 1);
    return one;
  }

  /** The network of which most wait gives its newest place to one of which fewer do; false when there is none. */
  function makeRoom(own: number): boolean {
    const [largest = []] = [...Map.groupBy(waiting, ({ names }) => names[0]).values()].toSorted(
      (one, other) => other.length - one.length,
    );
    const newest = largest.at(-1);
    if (newest === undefined || largest.length <= own + 1) return false;
    remove(newest).refuse(tooMany());
    return true;
  }

  return {
    /** Resolves when it is the turn of these names, the network's first. Throws 429 where too many wait. */
    wait(names: readonly string[]): Promise<void> {
      const own = ofNetwork(names[0]).length;
      if (own >= mostEach || (waiting.length >= most && !makeRoom(own))) throw tooMany();
      return new Promise((go, refuse) => waiting.push({ names, go, refuse }));
    },
    /** Whose turn it is; undefined while nobody waits. */
    take(): Waiting | undefined {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const one = waiting.reduce((best, other) => (lastTurn(other) < lastTurn(best) ? other : best), first);
      turn += 1;
      for (const name of one.names) setNewest(servedAt, name, turn, MOST_NAMES);
      return remove(one);
    },
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
