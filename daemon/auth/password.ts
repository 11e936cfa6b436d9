import { problem } from "../http/problem.ts";

/** Hashes and checks passwords, a few at once. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Whether it is the password. Without a hash it takes as long, and is not. */
  verify(password: string, hash: string | null): Promise<boolean>;
};

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const ALGORITHM = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/**
 * Passwords are slow on purpose: `atOnce` are worked on, `waiting` more may
 * wait, and whoever comes then is refused with 429, so that memory is bounded.
 */
export function createPasswords({ atOnce = 2, waiting = 100 } = {}): Passwords {
  const queue: (() => void)[] = [];
  let working = 0;
  // made at first use: what unknown users' passwords are compared with
  let stranger: Promise<string> | undefined;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (working >= atOnce) {
      if (queue.length >= waiting) throw tooMany();
      // whoever leaves hands the place over
      await new Promise<void>((resolve) => queue.push(resolve));
    } else working += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) working -= 1;
      else next();
    }
  }

  const hash = (password: string) => Bun.password.hash(password, ALGORITHM);
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (password, known) =>
      inTurn(async () => {
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
