import {
  isDomainWithoutPasswords,
  onlyOrganization,
  organizationsWithoutPasswords,
} from "../../db/auth/login-providers.ts";
import type { UserRow } from "../../db/auth/users.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { type Problem, problem } from "../http/problem.ts";
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

/** Those of some users who may log in with a password. */
export async function withPasswords<User extends UserRow>(
  sql: Queryable,
  users: readonly User[],
): Promise<User[]> {
  const ids = users.map(({ organization_id }) => organization_id);
  const without = await organizationsWithoutPasswords(sql, ids);
  return users.filter(({ organization_id }) => !without.has(organization_id));
}

/** The refusal of a wrong password. It says of the domain, and of nobody in it, that a password is no way in. */
export async function wrongPassword(
  sql: Queryable,
  email: string,
  organizationId: string | null,
): Promise<Problem> {
  // one organisation can't speak of the people of others
  const id = organizationId ?? (await onlyOrganization(sql));
  const domain = email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  if (id === null || !(await isDomainWithoutPasswords(sql, id, domain)))
    return problem(401, "unauthorized", "invalid email or password");
  return problem(
    403,
    "password_login_off",
    `people of ${domain} log in by their login provider, not with a password: open this daemon's page in a browser`,
  );
}

/** Throws 403 where the login provider is the only way in: neither a password nor a passkey is one, nor an invitation. */
export async function refuseWithoutPasswords(sql: Queryable, organizationId: string): Promise<void> {
  if (!(await organizationsWithoutPasswords(sql, [organizationId])).has(organizationId)) return;
  const detail = "people of this organisation log in by its login provider alone, also for the first time";
  throw problem(403, "password_login_off", detail);
}
