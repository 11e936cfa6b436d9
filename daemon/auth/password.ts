import { createTurns, type TurnLimits, type Waiter } from "./turns.ts";

/** Hashes and checks passwords, a few at a time. */
export type Passwords = {
  hash(password: string, waiter?: Waiter): Promise<string>;
  /** Whether the password is right. Without a hash it takes as long and is false. */
  verify(password: string, hash: string | null, waiter?: Waiter): Promise<boolean>;
};

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const ALGORITHM = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const OURSELVES: Waiter = { address: null, account: null, isKnown: true };
const LIMITS: TurnLimits = { atOnce: 2, waiting: 100, waitingEach: 20 };

/** Password hashing is slow on purpose, and takes memory: hashes are made in turn. */
export function createPasswords(limits: Partial<TurnLimits> = {}): Passwords {
  const inTurn = createTurns({ ...LIMITS, ...limits });
  // made at first use; passwords of unknown users are compared with it
  let stranger: Promise<string> | undefined;
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
