import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Who waits for a password to be hashed or checked. Known users have a queue of their own, which comes first. */
export type Waiter = { address: string | null; isKnown: boolean };

/** Hashes and checks passwords, a few at a time. */
export type Passwords = {
  hash(password: string, waiter?: Waiter): Promise<string>;
  /** Whether the password is right. Without a hash it takes as long and is false. */
  verify(password: string, hash: string | null, waiter?: Waiter): Promise<boolean>;
};

type Waiting = { network: string | null; go: () => void };

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const ALGORITHM = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const OURSELVES: Waiter = { address: null, isKnown: true };

/**
 * Password hashing is slow on purpose. `atOnce` run at a time; up to `waiting` strangers and
 * as many known users may wait, `waitingEach` of them per address, and any more are refused
 * with 429. This bounds memory, keeps one address from blocking others, and keeps strangers
 * from blocking known users.
 */
export function createPasswords({ atOnce = 2, waiting = 100, waitingEach = 20 } = {}): Passwords {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  let working = 0;
  // made at first use; passwords of unknown users are compared with it
  let stranger: Promise<string> | undefined;

  function wait({ address, isKnown }: Waiter): Promise<void> {
    const queue = isKnown ? known : strangers;
    const network = address === null ? null : networkOf(address);
    const own = network === null ? 0 : queue.filter((one) => one.network === network).length;
    if (queue.length >= waiting || own >= waitingEach) throw tooMany();
    return new Promise((go) => queue.push({ network, go }));
  }

  async function inTurn<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
    // a finishing call passes its slot on
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
