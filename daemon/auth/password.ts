import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Hashes and checks passwords, a few at once; `address` is who waits for it. */
export type Passwords = {
  hash(password: string, address?: string | null): Promise<string>;
  /** Whether it is the password. Without a hash it takes as long, and is not. */
  verify(password: string, hash: string | null, address?: string | null): Promise<boolean>;
};

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const ALGORITHM = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/**
 * Passwords are slow on purpose: `atOnce` are worked on, `waiting` more may
 * wait, `waitingEach` of them from one address, and whoever comes then is
 * refused with 429. So memory is bounded, and one address can't keep others out.
 */
export function createPasswords({ atOnce = 2, waiting = 100, waitingEach = 20 } = {}): Passwords {
  const queue: { network: string | null; go: () => void }[] = [];
  let working = 0;
  // made at first use: what unknown users' passwords are compared with
  let stranger: Promise<string> | undefined;

  function isFull(network: string | null): boolean {
    const own = network === null ? 0 : queue.filter((one) => one.network === network).length;
    return queue.length >= waiting || own >= waitingEach;
  }

  async function inTurn<Result>(
    address: string | null | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (working >= atOnce) {
      const network = address == null ? null : networkOf(address);
      if (isFull(network)) throw tooMany();
      // whoever leaves hands the place over
      await new Promise<void>((go) => queue.push({ network, go }));
    } else working += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) working -= 1;
      else next.go();
    }
  }

  const hash = (password: string) => Bun.password.hash(password, ALGORITHM);
  return {
    hash: (password, address) => inTurn(address, () => hash(password)),
    verify: (password, known, address) =>
      inTurn(address, async () => {
        stranger ??= hash(crypto.randomUUID());
        const isRight = await Bun.password.verify(password, known ?? (await stranger));
        return isRight && known !== null;
      }),
  };
}

function tooMany() {
  return problem(429, "too_many_logins", "too many logins at once; try again in a moment", {
    headers: { "retry-after": "2" },
  });
}
