import type { Sql } from "../../db/client.ts";
import { countFailure, forgetFailures, type Subject, secondsBlocked } from "../../db/login-failures.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Slows down who guesses; kept in the database, so that it holds over restarts and for all daemons. */
export type Throttle = {
  /** Throws 429 with `Retry-After` while this account or address has to wait. */
  check(account: string, address: string | null): Promise<void>;
  failed(account: string, address: string | null): Promise<void>;
  succeeded(account: string, address: string | null): Promise<void>;
};

/** Somebody who guesses at one account, from one address. */
const PAIR = { free: 5, longestSeconds: 300 };
/** From many addresses: short, because it stops the one whose account it is, too. */
const ACCOUNT = { free: 50, longestSeconds: 10 };
/** At many accounts. */
const ADDRESS = { free: 30, longestSeconds: 60 };

export function createThrottle(sql: Sql): Throttle {
  return {
    async check(account, address) {
      const seconds = await secondsBlocked(sql, subjectsOf(account, address));
      if (seconds === 0) return;
      throw problem(429, "too_many_logins", `too many failed logins; try again in ${seconds} s`, {
        headers: { "retry-after": String(seconds) },
      });
    },
    failed: (account, address) => countFailure(sql, subjectsOf(account, address)),
    succeeded: (account, address) => forgetFailures(sql, [pairOf(account, address)]),
  };
}

function subjectsOf(account: string, address: string | null): Subject[] {
  return [
    { name: pairOf(account, address), ...PAIR },
    { name: `account ${normal(account)}`, ...ACCOUNT },
    ...(address === null ? [] : [{ name: `address ${networkOf(address)}`, ...ADDRESS }]),
  ];
}

function pairOf(account: string, address: string | null): string {
  return `pair ${normal(account)} ${address === null ? "-" : networkOf(address)}`;
}

function normal(account: string): string {
  return account.trim().toLowerCase();
}
