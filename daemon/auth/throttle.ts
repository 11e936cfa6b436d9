import { countFailure, forgetFailures, type Subject, secondsBlocked } from "../../db/auth/login-failures.ts";
import { isKnownNetwork } from "../../db/auth/login-networks.ts";
import type { Sql } from "../../db/connection/client.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Slows down guessing. Its counts are kept in the database, so they survive restarts and hold for all daemons. */
export type Throttle = {
  /** For a login with a password. Guesses from elsewhere do not slow down a network the user has logged in from. */
  login(email: string, address: string | null): Promise<Attempt>;
  /** For a 256-bit token, which nobody can guess: only an address that tries many has to wait. */
  token(address: string | null): Promise<Attempt>;
  /** For the current password of a user who is logged in. */
  password(userId: string): Promise<Attempt>;
};

/** An allowed attempt; while none is allowed, the functions above throw 429 with `Retry-After`. */
export type Attempt = {
  /** Whether the user has logged in from this network before. */
  isKnown: boolean;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
};

/** Guesses at one account from one address. */
const PAIR = { free: 5, longestSeconds: 300 };
/** Guesses at one account from many addresses; brief, because it also stops the user on a new network. */
const ACCOUNT = { free: 50, longestSeconds: 10 };
/** Guesses from one address at many accounts. */
const ADDRESS = { free: 30, longestSeconds: 60 };

export function createThrottle(sql: Sql): Throttle {
  async function attempt(subjects: readonly Subject[], own: readonly Subject[], isKnown: boolean) {
    const seconds = await secondsBlocked(sql, subjects);
    if (seconds > 0) throw tooMany(seconds);
    return {
      isKnown,
      failed: () => countFailure(sql, subjects),
      succeeded: () =>
        forgetFailures(
          sql,
          own.map(({ name }) => name),
        ),
    };
  }

  return {
    async login(email, address) {
      const account = email.trim().toLowerCase();
      const network = address === null ? "-" : networkOf(address);
      const isKnown = await isKnownNetwork(sql, account, network);
      const pair = { name: `pair ${account} ${network}`, ...PAIR };
      const ofAccount = isKnown ? [] : [{ name: `account ${account}`, ...ACCOUNT }];
      return await attempt([pair, ...ofAccount, ...ofAddress(address)], [pair], isKnown);
    },
    token: (address) => attempt(ofAddress(address), [], false),
    password(userId) {
      const own = [{ name: `password ${userId}`, ...PAIR }];
      return attempt(own, own, true);
    },
  };
}

function ofAddress(address: string | null): Subject[] {
  return address === null ? [] : [{ name: `address ${networkOf(address)}`, ...ADDRESS }];
}

function tooMany(seconds: number) {
  return problem(429, "too_many_logins", `too many failed logins; try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });
}
