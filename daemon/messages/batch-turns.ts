import { type Caller, namesOf } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { giveWay } from "../lib/give-way.ts";
import { createShares } from "../lib/turns/shares.ts";

type Waiter = Pick<Caller, "organizationId" | "actor">;

/** What batches do in turn, round the organisations and within each round its keys. */
export type BatchTurns = {
  /**
   * Takes a batch in hand: what is known of its messages is in memory while the work goes on. Throws 503 `batches_busy` when
   * too many wait already.
   */
  take<Result>(caller: Waiter, work: () => Promise<Result>): Promise<Result>;
  /** Goes through its messages in slices; between two, other batches and everything else have their turn. */
  check<Message, Result>(
    caller: Waiter,
    messages: readonly Message[],
    check: (message: Message) => Promise<Result>,
  ): Promise<Result[]>;
  store<Result>(caller: Waiter, work: () => Promise<Result>): Promise<Result>;
};

/** So many are in hand, and one fewer of an organisation: it has one stored while the next is checked. */
const IN_HAND = 3;
/** So many may wait: more would only be answered late. */
const WAITING = 100;
/** So many are stored at a time, of different organisations: each is as much work as a thousand sends. */
const STORED_AT_ONCE = 2;
/** So many messages are checked in one go: a millisecond or two, for which everything else waits. */
const SLICE = 10;

export function createBatchTurns(): BatchTurns {
  const inHand = createShares({ atOnce: IN_HAND, most: WAITING, refusal: busy });
  const checking = createShares({ atOnce: 1 });
  const storing = createShares({ atOnce: STORED_AT_ONCE });
  return {
    take: (caller, work) => inHand.inTurn(namesOf(caller), work),
    async check<Message, Result>(
      caller: Waiter,
      messages: readonly Message[],
      check: (message: Message) => Promise<Result>,
    ) {
      const checked: Result[] = [];
      while (checked.length < messages.length) {
        const slice = messages.slice(checked.length, checked.length + SLICE);
        const results = await checking.inTurn(namesOf(caller), async () => {
          await giveWay();
          return await Promise.all(slice.map(check));
        });
        checked.push(...results);
      }
      return checked;
    },
    store: (caller, work) => storing.inTurn(namesOf(caller), work),
  };
}

function busy() {
  return problem(
    503,
    "batches_busy",
    "too many batches wait; send fewer at a time, and this one again shortly",
    {
      headers: { "retry-after": "2" },
    },
  );
}
