import { setNewest } from "../bounded.ts";

/** Who waits for a turn, the party first, then who within it: an organisation and its key, or a network and an account. */
export type Names = readonly string[];

export type QueueLimits = {
  /** So many may wait; any number where nobody is to be refused. */
  most?: number;
  /** So many of one party may. */
  mostEach?: number;
  /** What those are told that may not. */
  refusal?: () => Error;
};

export type FairQueue = {
  /** Resolves when it is their turn. Rejects where too many wait, and after this time. A patient one is never refused. */
  wait(names: Names, options?: { timeoutMs?: number; isPatient?: boolean }): Promise<void>;
  /** Notes a turn of somebody who did not have to wait for it. */
  note(names: Names): void;
  /** Gives the next turn, to one that may have it; returns whose it is, undefined where there is none. */
  next(mayGo?: (names: Names) => boolean): Names | undefined;
};

type Waiting = { names: Names; isPatient: boolean; go(): void; refuse(cause: Error): void };

/** Beyond so many the names that had no turn for the longest are forgotten. */
const MOST_NAMES = 10_000;

/**
 * The turn is that of the names that had none for the longest. Where no more may wait, the party of which most do gives
 * its newest place to one of which fewer do, and so does each within its party, also where only the party may have no more;
 * where all have as many, who was served last
 * gives its own to who was served before.
 */
export function createFairQueue({
  most = Number.POSITIVE_INFINITY,
  mostEach = Number.POSITIVE_INFINITY,
  refusal = () => new Error("too many wait"),
}: QueueLimits): FairQueue {
  const waiting = new Set<Waiting>();
  const servedAt = new Map<string, number>();
  let turn = 0;

  /** The latest turn first: who shares the party's waits for it by their own. */
  const turnsOf = ({ names }: Pick<Waiting, "names">) =>
    names.map((name) => servedAt.get(name) ?? 0).toSorted((one, other) => other - one);

  /** Who had a turn after these had theirs, and the last of those: where all have one place, they come again one after another. */
  function lastServed(counted: readonly Waiting[], names: Names): Waiting | undefined {
    const last = counted.reduce((last, one) => (isEarlier(turnsOf(last), turnsOf(one)) ? one : last));
    return isEarlier(turnsOf({ names }), turnsOf(last)) ? last : undefined;
  }

  function mustHaveRoom(names: Names): void {
    const counted = [...waiting].filter(({ isPatient }) => !isPatient);
    const own = counted.filter((one) => names.length > 0 && one.names[0] === names[0]);
    const isFull = own.length >= mostEach;
    if (!isFull && counted.length < most) return;
    const newest = isFull
      ? newestOfMost(own, names, 1)
      : (newestOfMost(counted, names) ?? lastServed(counted, names));
    if (newest === undefined) throw refusal();
    waiting.delete(newest);
    newest.refuse(refusal());
  }

  function waitFor(names: Names, isPatient: boolean, timeoutMs?: number): Promise<void> {
    const { promise, resolve: go, reject: refuse } = Promise.withResolvers<void>();
    const one = { names, isPatient, go, refuse };
    waiting.add(one);
    if (timeoutMs === undefined) return promise;
    const timer = setTimeout(() => waiting.delete(one) && refuse(refusal()), timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  function note(names: Names): void {
    turn += 1;
    for (const name of names) setNewest(servedAt, name, turn, MOST_NAMES);
  }

  return {
    note,
    async wait(names, { timeoutMs, isPatient = false } = {}) {
      if (!isPatient) mustHaveRoom(names);
      await waitFor(names, isPatient, timeoutMs);
    },
    next(mayGo = () => true) {
      const [first, ...others] = [...waiting].filter(({ names }) => mayGo(names));
      if (first === undefined) return undefined;
      const one = others.reduce(
        (best, other) => (isEarlier(turnsOf(other), turnsOf(best)) ? other : best),
        first,
      );
      note(one.names);
      waiting.delete(one);
      one.go();
      return one.names;
    },
  };
}

function isEarlier(one: readonly number[], other: readonly number[]): boolean {
  const differs = one.findIndex((turn, index) => turn !== other[index]);
  return differs !== -1 && (one[differs] ?? 0) < (other[differs] ?? 0);
}

/** Whose place goes to somebody with these names: of the party, or of the one within it, that has at least two more. */
function newestOfMost(waiting: readonly Waiting[], names: Names, level = 0): Waiting | undefined {
  const name = names[level];
  if (name === undefined && level > 0) return undefined;
  const own = waiting.filter((one) => name !== undefined && one.names[level] === name);
  const largest = largestOf(waiting, level);
  if (largest.length <= own.length + 1) return newestOfMost(own, names, level + 1);
  return largestOf(largest, level + 1).at(-1);
}

function largestOf(waiting: readonly Waiting[], level: number): readonly Waiting[] {
  const [largest = []] = [...Map.groupBy(waiting, ({ names }) => names[level]).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return largest;
}
