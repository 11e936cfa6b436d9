/** The lives of numbers, hour after hour, and what a daemon counts of them. */
import { createJudge, type Judge } from "../../../daemon/sandbox/whatsapp-web/bans/judge.ts";
import { type BanRules, USUAL_RULES } from "../../../daemon/sandbox/whatsapp-web/bans/rules.ts";
import {
  type NewChatLimit,
  newChatsAt,
  UNLIMITED,
} from "../../../daemon/sandbox/whatsapp-web/memory/new-chats.ts";
import type { HealthSigns } from "../../../db/channels/health.ts";

/** How a number is used: per day, and shares from 0 to 1. */
type Use = { begun: number; sent: number; answer: number; report: number; stale: number };

/** From careful to careless. */
const USES: Record<string, Use> = {
  desk: { begun: 1, sent: 160, answer: 0.8, report: 0.002, stale: 0.01 },
  reminders: { begun: 12, sent: 80, answer: 0.5, report: 0.004, stale: 0.03 },
  newsletter: { begun: 24, sent: 100, answer: 0.3, report: 0.012, stale: 0.05 },
  outreach: { begun: 56, sent: 40, answer: 0.12, report: 0.05, stale: 0.12 },
  blast: { begun: 240, sent: 20, answer: 0.04, report: 0.08, stale: 0.3 },
};

/** One life: when the ban came, and each score that was lower than all before it; in hours. */
export type Life = { bannedAt: number | null; lows: readonly { at: number; score: number }[] };

type Hour = { begun: number; answered: number; sent: number; delivered: number; refused: number };
type Signs = Omit<HealthSigns, "organization_id" | "channel_id" | "never_paired">;

const NOTHING: Hour = { begun: 0, answered: 0, sent: 0, delivered: 0, refused: 0 };
const DAYS = 60;
const HOURS = 24 * DAYS;
const HOUR_MS = 3600_000;
const CYCLE_HOURS = 24 * 30;

/** Mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chats that a number of trust 1 may begin in a month once it is old, where WhatsApp limits them. */
const MONTHLY = 1500;

/**
 * Lives sixty days, or until the ban. `scoreOf` sees what a daemon sees, until its score is below `enough`. If `isLimited`,
 * WhatsApp limits new chats by the month, and lets a number begin more the better it is thought of and the older it is.
 */
export function live(
  random: () => number,
  scoreOf: (signs: Signs) => number,
  enough: number,
  rules: BanRules = USUAL_RULES,
  isLimited = false,
): Life {
  const names = Object.keys(USES);
  const pick = () => names[Math.floor(random() * names.length)] ?? "desk";
  const luck = random();
  const draws = [luck];
  const judge = createJudge(() => draws.pop() ?? random(), rules);
  const trust = rules.trust[0] + (rules.trust[1] - rules.trust[0]) * luck;
  const age = random() < 0.5 ? 0 : 200 * random();
  const changesAt = random() < 0.3 ? Math.floor(HOURS * random()) : HOURS;
  const [first, second] = [pick(), pick()] as const;
  const totals: Hour[] = [NOTHING];
  const lows: { at: number; score: number }[] = [];
  let lowest = 101;
  let restricted = false;
  let disconnects = 0;
  let limit: NewChatLimit = UNLIMITED;
  for (let at = 0; at < HOURS; at += 1) {
    const use = USES[at < changesAt ? first : second] as Use;
    if (isLimited && at % CYCLE_HOURS === 0) limit = limitAt(at, trust, age + at / 24, rules);
    const room = limit.total === null ? Number.POSITIVE_INFINITY : Math.max(0, limit.total - limit.used);
    const { lived, verdict } = liveHour(use, room, restricted, age + at / 24, judge, random);
    limit = { ...limit, used: limit.used + lived.begun };
    totals.push(added(totals.at(-1) ?? NOTHING, lived));
    if (random() < 0.0003) disconnects += 1;
    // what comes with the ban warns nobody
    if (verdict.banned) return { bannedAt: at, lows };
    restricted = verdict.restricted;
    if (lowest < enough) continue;
    const signs = signsOf(totals, age + at / 24, restricted, disconnects);
    const score = scoreOf({ ...signs, new_chats: isLimited ? saidOf(limit, at) : null });
    if (score < lowest) lows.push({ at, score });
    lowest = Math.min(lowest, score);
  }
  return { bannedAt: null, lows };
}

function limitAt(at: number, trust: number, ageDays: number, rules: BanRules): NewChatLimit {
  const patience = Math.min(rules.most_patience, rules.patience + ageDays * rules.patience_a_day);
  const total = Math.round((MONTHLY * trust * patience) / rules.most_patience);
  const cycleStart = new Date(at * HOUR_MS).toISOString();
  return { total, used: 0, cycleStart, cycleSeconds: CYCLE_HOURS * 3600 };
}

function saidOf(limit: NewChatLimit, at: number): NonNullable<Signs["new_chats"]> {
  const { total, used, capping } = newChatsAt(limit, new Date(at * HOUR_MS));
  return { total, used, status: capping };
}

function liveHour(
  { begun, sent, answer, report, stale }: Use,
  room: number,
  restricted: boolean,
  ageDays: number,
  judge: Judge,
  random: () => number,
) {
  /** Evenly around the mean. */
  const count = (mean: number) => Math.floor(mean * 2 * random() + random());
  const tried = Math.min(count(begun / 24), room);
  const refused = restricted ? happened(tried, 0.8, random) : 0;
  const opened = tried - refused;
  const toNobody = happened(opened, stale, random);
  const reports = happened(opened, report, random);
  const answered = happened(opened, answer, random);
  const others = count(sent / 24);
  const delivered = others + opened - toNobody - reports;
  judge.see({ begun: opened, sent: others + opened, toNobody, reports });
  const verdict = judge.hourPasses(ageDays);
  return { verdict, lived: { begun: opened, answered, sent: others + opened, delivered, refused } };
}

/** What a daemon has counted: of a week, of a day, and of those who had a day to answer. */
function signsOf(totals: readonly Hour[], age_days: number, restricted: boolean, disconnects: number): Signs {
  const last = totals.length - 1;
  const until = (hoursAgo: number) => totals[Math.max(0, last - hoursAgo)] ?? NOTHING;
  const since = (from: number, to: number, member: keyof Hour) => until(to)[member] - until(from)[member];
  return {
    ...{ status: "connected", quality_rating: null, locked_out: false, age_days, restricted, disconnects },
    new_chats: null,
    sent: since(7 * 24, 0, "sent"),
    delivered: since(7 * 24, 0, "delivered"),
    refused: since(7 * 24, 0, "refused"),
    cold: since(7 * 24, 0, "begun"),
    cold_today: since(24, 0, "begun"),
    approached: since(8 * 24, 24, "begun"),
    answered: since(8 * 24, 24, "answered"),
  };
}

function added(one: Hour, other: Hour): Hour {
  return {
    begun: one.begun + other.begun,
    answered: one.answered + other.answered,
    sent: one.sent + other.sent,
    delivered: one.delivered + other.delivered,
    refused: one.refused + other.refused,
  };
}

/** Of so many things, how many happened that are as likely as this. */
function happened(most: number, likely: number, random: () => number): number {
  let count = 0;
  for (let n = 0; n < most; n += 1) if (random() < likely) count += 1;
  return count;
}
