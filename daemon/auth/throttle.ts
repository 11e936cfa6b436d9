import { knownUsers } from "../../db/auth/known-places.ts";
import {
  countAttempt,
  forgetAttempts,
  type Subject,
  secondsBlocked,
  takeAttempt,
} from "../../db/auth/login-failures.ts";
import type { UserRow } from "../../db/auth/users.ts";
import type { Sql } from "../../db/connection/client.ts";
import { type Problem, problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";

/** Slows down guessing. Its counts are kept in the database, so they survive restarts and hold for all daemons. */
export type Throttle = {
  /**
   * For a login with a password as one of these users; with none of them when the address is nobody's. Guesses from
   * elsewhere slow down neither a network nor a device that a user has logged in from.
   */
  login(account: Account, place: Place): Promise<LoginAttempt>;
  /** For a 256-bit token, which nobody can guess: only an address that tries many has to wait. */
  token(address: string | null): Promise<Attempt>;
  /** For the current password of a user who is logged in. */
  password(userId: string): Promise<Attempt>;
  /**
   * For a code of a second factor, counted before it is looked at: nothing else keeps many from being guessed at once.
   * Guesses from elsewhere slow down no network or device that the user has logged in from.
   */
  factor(user: User, place: Place): Promise<Pick<Attempt, "succeeded">>;
};

type User = Pick<UserRow, "organization_id" | "id">;
export type Account = { email: string; users: readonly User[] };
/** Where a login comes from: `device` is the hash of the cookie that a browser has from its first login. */
export type Place = { address: string | null; device: string | null };

/** An allowed attempt; while none is allowed, the functions above throw 429 with `Retry-After`. */
export type Attempt = { failed(): Promise<void>; succeeded(): Promise<void> };

/** An attempt to log in as one of several users, each with counts of its own. */
export type LoginAttempt = {
  /** Whether one of the users has logged in from this network or device before. */
  isKnown: boolean;
  /** Whether a user's password may be compared now. */
  mayTry(user: User): boolean;
  /** None of the users has the password. The refusal is 429 when one of them could not be tried. */
  failed(): Promise<Problem | null>;
  /** The user has the password; those that were tried before have not. */
  succeeded(user: User, before: readonly User[]): Promise<void>;
};

/** Guesses at one user from one address or device. */
const PAIR = { free: 5, longestSeconds: 300 };
/** Guesses at one user from many addresses; brief, because it also stops the user where somebody has guessed before. */
const USER = { free: 50, longestSeconds: 10 };
/**
 * The first try of a network at a user, which others' guesses do not keep out: who has as many networks as it takes to
 * use these up has one judged every two seconds, and the user's own comes through between them.
 */
const FIRST = { free: 300, longestSeconds: 2 };
/** Guesses from one address at many users. */
const ADDRESS = { free: 30, longestSeconds: 60 };
/** Logins of one user from one address: each costs as much as a guess. */
const LOGINS = { free: 30, longestSeconds: 60 };

export function createThrottle(sql: Sql): Throttle {
  async function attempt(subjects: readonly Subject[], own: readonly Subject[]): Promise<Attempt> {
    const seconds = longest(await secondsBlocked(sql, subjects), subjects);
    if (seconds > 0) throw tooMany(seconds);
    return {
      failed: () => countAttempt(sql, subjects),
      succeeded: () => forgetAttempts(sql, own),
    };
  }

  return {
    login: (account, place) => attemptLogin(sql, account, place),
    token: (address) => attempt(ofAddress(address), []),
    password(userId) {
      const own = [{ name: `password ${userId}`, ...PAIR }];
      return attempt(own, own);
    },
    async factor(user, { address, device }) {
      const places = [device, networkOf(address ?? "-")].filter((one) => one !== null);
      const known = (await knownUsers(sql, [user], places)).get(user.id) ?? [];
      const where = places.find((place) => known.includes(place)) ?? "elsewhere";
      const own = { name: `factor ${user.id} ${where}`, ...PAIR };
      if (await takeAttempt(sql, own)) return { succeeded: () => forgetAttempts(sql, [own]) };
      throw tooMany(Math.max(1, longest(await secondsBlocked(sql, [own]), [own])));
    },
  };
}

async function attemptLogin(sql: Sql, { email, users }: Account, place: Place): Promise<LoginAttempt> {
  const network = networkOf(place.address ?? "-");
  const known = await knownUsers(sql, users, [network, ...(place.device === null ? [] : [place.device])]);
  const subjectsFor = ({ id }: Pick<User, "id">, isFirst: boolean) =>
    subjectsOf(id, { network, device: place.device, known: known.get(id) ?? [], isFirst });
  // the counts of an address that is nobody's are like those of a user's
  const accounts = users.length > 0 ? users : [{ id: email.trim().toLowerCase() }];
  const address = ofAddress(place.address);
  const all = accounts.flatMap((one) =>
    [true, false].flatMap((isFirst) => subjectsFor(one, isFirst).slowing),
  );
  const blocked = await secondsBlocked(sql, [...all, ...address]);
  const ofUser = (one: Pick<User, "id">) => subjectsFor(one, !blocked.has(pairOf(one.id, network)));
  const waits = accounts.map((one) => longest(blocked, ofUser(one).slowing));
  const seconds = Math.max(longest(blocked, address), Math.min(...waits));
  if (seconds > 0) throw tooMany(seconds);
  const tried = accounts.filter((_, index) => waits[index] === 0);
  return {
    isKnown: known.size > 0,
    mayTry: ({ id }) => tried.some((one) => one.id === id),
    async failed() {
      await countAttempt(sql, [...tried.flatMap((one) => ofUser(one).guesses), ...address]);
      return tried.length === accounts.length ? null : tooMany(Math.max(...waits));
    },
    async succeeded(user, before) {
      await forgetAttempts(sql, ofUser(user).own);
      await countAttempt(sql, [...before.flatMap((one) => ofUser(one).guesses), ofUser(user).logins]);
    },
  };
}

/** From where a user is tried: in which of these places they are known, and whether the network has not guessed yet. */
type TriedFrom = { network: string; device: string | null; known: readonly string[]; isFirst: boolean };

/** The counters of a user: guesses, those of them that a right password ends, logins, and which of all make one wait. */
function subjectsOf(id: string, { network, device, known, isFirst }: TriedFrom) {
  const places = [network, ...(device !== null && known.includes(device) ? [device] : [])];
  const own = places.map((place) => ({ name: pairOf(id, place), ...PAIR }));
  const user = { name: `account ${id}`, ...USER };
  const first = { name: `first ${id}`, ...FIRST };
  const strangers = known.length > 0 ? [] : isFirst ? [first] : [user];
  const logins = { name: `logins ${id} ${network}`, ...LOGINS };
  return {
    own,
    // a first try tells as much as any other
    guesses: known.length > 0 ? own : [...own, ...strangers, ...(isFirst ? [user] : [])],
    logins,
    slowing: [...own, ...strangers, logins],
  };
}

function pairOf(id: string, place: string): string {
  return `pair ${id} ${place}`;
}

function ofAddress(address: string | null): Subject[] {
  return address === null ? [] : [{ name: `address ${networkOf(address)}`, ...ADDRESS }];
}

function longest(blocked: ReadonlyMap<string, number>, subjects: readonly Subject[]): number {
  return Math.max(0, ...subjects.map(({ name }) => blocked.get(name) ?? 0));
}

function tooMany(seconds: number): Problem {
  return problem(429, "too_many_logins", `too many logins; try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });
}
