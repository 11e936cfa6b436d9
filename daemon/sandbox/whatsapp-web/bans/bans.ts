import type { Keep } from "../link.ts";
import { createJudge, type Deeds, type Judge, type Verdict } from "./judge.ts";
import { type BanRules, USUAL_RULES } from "./rules.ts";

/** A number that was judged. */
export type Judged = { number: string; heat: number; banned_at: string | null };

/** Who is restricted and banned for what they send; nobody without rules. */
export type Bans = {
  rules(): BanRules | null;
  /** From now on, by these; what was seen is forgotten. Null: nobody is banned, or is any more. */
  set(rules: Partial<BanRules> | null): void;
  /** Takes what a number did that was linked then, and says what happens to it. */
  judge(number: string, linkedAt: Date, deeds: Deeds): Verdict;
  isBanned(number: string): boolean;
  all(): Judged[];
};

type Seen = { judge: Judge; since: number; hours: number };

const RULES = "bans/rules";
const BANNED = "bans/banned/";
const INNOCENT: Verdict = { restricted: false, banned: false };
/** Hours that are caught up with at once. */
const MOST_HOURS = 10_000;

/** Rules and bans are kept; what was seen of a number that is not banned is not. */
export function createBans(keep: Keep): Bans {
  const seen = new Map<string, Seen>();
  const rules = (): BanRules | null => {
    const known = keep.get(RULES);
    return known === undefined ? null : JSON.parse(known);
  };

  /** What the hours that passed since the last look ended in. */
  function catchUp(one: Seen, ageAt: (hour: number) => number, until: number): Verdict {
    let verdict = INNOCENT;
    one.hours = Math.max(one.hours, until - MOST_HOURS);
    for (; one.hours < until && !verdict.banned; one.hours += 1)
      verdict = one.judge.hourPasses(ageAt(one.hours));
    return verdict;
  }

  return {
    rules,
    set(given) {
      seen.clear();
      for (const key of keep.keys("bans/")) keep.delete(key);
      if (given !== null) keep.set(RULES, JSON.stringify({ ...USUAL_RULES, ...given }));
    },
    judge(number, linkedAt, deeds) {
      const known = rules();
      if (known === null) return INNOCENT;
      const hourMs = known.hour_seconds * 1000;
      const now = Date.now();
      const one = seen.get(number) ?? { judge: createJudge(Math.random, known), since: now, hours: 0 };
      seen.set(number, one);
      const ageAt = (hour: number) => (one.since + hour * hourMs - linkedAt.getTime()) / (24 * hourMs);
      const { restricted, banned } = catchUp(one, ageAt, Math.floor((now - one.since) / hourMs));
      one.judge.see(deeds);
      const isBanned = banned || one.judge.isTooMuch(ageAt(one.hours));
      if (isBanned) keep.set(BANNED + number, new Date(now).toISOString());
      return { restricted, banned: isBanned };
    },
    isBanned: (number) => keep.get(BANNED + number) !== undefined,
    all() {
      const banned = keep.keys(BANNED).map((key) => key.slice(BANNED.length));
      return [...new Set([...banned, ...seen.keys()])].map((number) => ({
        number,
        heat: seen.get(number)?.judge.heat() ?? 0,
        banned_at: keep.get(BANNED + number) ?? null,
      }));
    },
  };
}
