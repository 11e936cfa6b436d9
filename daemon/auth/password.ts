import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Who waits for a password to be worked on. Who is known has places of their own, and comes first. */
export type Waiter = { address: string | null; isKnown: boolean };

/** Hashes and checks passwords, a few at once. */
export type Passwords = {
  hash(password: string, waiter?: Waiter): Promise<string>;
  /** Whether it is the password. Without a hash it takes as long, and is not. */
  verify(password: string, hash: string | null, waiter?: Waiter): Promise<boolean>;
};

type Waiting = { network: string | null; go: () => void };

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const ALGORITHM = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const OURSELVES: Waiter = { address: null, isKnown: true };

/**
 * Passwords are slow on purpose: `atOnce` are worked on, `waiting` strangers and
 * as many who are known may wait, `waitingEach` of them from one address, and
 * whoever comes then is refused with 429. So memory is bounded, no address keeps
 * others out, and strangers from many addresses don't keep out who is known.
 */
export function createPasswords({ atOnce = 2, waiting = 100, waitingEach = 20 } = {}): Passwords {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  let working = 0;
  // made at first use: what unknown users' passwords are compared with
  let stranger: Promise<string> | undefined;

  function wait({ address, isKnown }: Waiter): Promise<void> {
    const queue = isKnown ? known : strangers;
    const network = address === null ? null : networkOf(address);
    const own = network === null ? 0 : queue.filter((one) => one.network === network).length;
    if (queue.length >= waiting || own >= waitingEach) throw tooMany();
    return new Promise((go) => queue.push({ network, go }));
  }

  async function inTurn<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
    // whoever leaves hands the place over
    if (working >= atOnce) await wait(waiter);
    else working += 1;
    try {
      return await work();
    } finally {
      const next = known.shift() ?? strangers.shift();
      if (next === undefined) working -= 1;
      else next.go();
    }
  }

  const hash = (password: string) => Bun.password.hash(password, ALGORITHM);
  return {
    hash: (password, waiter = OURSELVES) => inTurn(waiter, () => hash(password)),
    verify: (password, hashed, waiter = OURSELVES) =>
      inTurn(waiter, async () => {
        stranger ??= hash(crypto.randomUUID());
        const isRight = await Bun.password.verify(password, hashed ?? (await stranger));
        return isRight && hashed !== null;
      }),
  };
}

function tooMany() {
  return problem(429, "too_many_logins", "too many logins at once; try again in a moment", {
    headers: { "retry-after": "2" },
  });
}
