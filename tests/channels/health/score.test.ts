/** How the score falls, before numbers are banned by rules that it does not know. */
import { expect, test } from "bun:test";
import { averageAfter, isAiling, levelAfter, trendOf } from "../../../daemon/channels/health/levels.ts";
import { healthOf } from "../../../daemon/channels/health/score.ts";
import { type BanRules, USUAL_RULES } from "../../../daemon/sandbox/whatsapp-web/bans/rules.ts";
import { LONG_MS } from "../../support/long.ts";
import { type Life, live, seeded } from "./simulation.ts";

const WELL = {
  ...{
    status: "connected",
    quality_rating: null,
    age_days: 90,
    restricted: false,
    locked_out: false,
    disconnects: 0,
    refused: 0,
    new_chats: null,
  },
  ...{ sent: 300, delivered: 295, cold: 5, cold_today: 1, approached: 5, answered: 4 },
};

test("a number that talks with people who write is well, and so is one without any traffic", () => {
  expect(healthOf(WELL).score).toBe(100);
  const idle = {
    ...WELL,
    sent: 0,
    delivered: 0,
    cold: 0,
    cold_today: 0,
    approached: 0,
    answered: 0,
    age_days: 0,
  };
  expect(healthOf(idle)).toMatchObject({ score: 100 });
});

test.each([
  ["cold_messages", { cold: 200, sent: 300 }],
  ["unanswered", { approached: 100, answered: 3 }],
  ["undelivered", { delivered: 150 }],
  ["refused", { refused: 1 }],
  ["undelivered", { cold: 20, delivered: 285 }],
  ["pace", { cold_today: 900, age_days: 14 }],
  ["new_chats", { cold_today: 10, cold: 10 }],
  ["age", { age_days: 55, cold_today: 60, cold: 60 }],
  ["warned", { new_chats: { status: "FIRST_WARNING" } }],
  ["quality", { quality_rating: "RED" }],
  ["restrictions", { restricted: true }],
  ["restrictions", { status: "restricted" }],
  ["disconnects", { disconnects: 1 }],
])("%s takes points, with what to do: %o", (name, signs) => {
  const { score, parts } = healthOf({ ...WELL, ...signs });
  const part = parts.find((one) => one.name === name);
  expect(part?.lost).toBeGreaterThan(0);
  expect(part?.advice).toBeString();
  expect(score).toBeLessThan(100);
  expect(parts.map(({ lost }) => lost)).toEqual(parts.map(({ lost }) => lost).sort((a, b) => b - a));
  expect(parts.every(({ lost, weight, advice }) => lost <= weight && lost > 0 === (advice !== null))).toBe(
    true,
  );
});

test("a number is new for eight weeks, in which what strangers take is more, and nothing else", () => {
  const lostBy = (signs: object) => {
    const { parts } = healthOf({ ...WELL, ...signs });
    return parts.find(({ name }) => name === "age")?.lost;
  };
  expect([0, 28, 56].map((age_days) => lostBy({ age_days, cold: 300 }))).toEqual([5.25, 2.63, 0]);
  expect(lostBy({ age_days: 0, restricted: true, disconnects: 2, delivered: 100 })).toBe(7);
});

test("what usually gets lost in open chats is nobody's block", () => {
  const lostBy = (delivered: number) =>
    healthOf({ ...WELL, sent: 1000, cold: 100, delivered }).parts.find(({ name }) => name === "undelivered");
  expect(lostBy(970)).toMatchObject({ value: 0, lost: 0 });
  expect(lostBy(950)).toMatchObject({ value: 0.2, lost: 10 });
  expect(lostBy(500)).toMatchObject({ value: 1, lost: 20 });
});

test("a limit of new chats halves what is guessed of them at most, and alarms nobody alone when it is used up", () => {
  const busy = { ...WELL, cold: 140, cold_today: 40, approached: 140, answered: 100 };
  const lost = (total: number | null) =>
    100 - healthOf({ ...busy, new_chats: { status: "NONE", total } }).score;
  expect(lost(100)).toBe(lost(null));
  expect(lost(600)).toBe(lost(null));
  expect(lost(6000)).toBeLessThan(lost(1200));
  expect(Math.abs(2 * lost(1_000_000) - lost(null))).toBeLessThan(2);
  expect(isAiling(healthOf({ ...WELL, new_chats: { status: "CAPPED", total: 100 } }).score)).toBe(false);
});

test("few people say nothing of a share, and everything at once is 0", () => {
  expect(healthOf({ ...WELL, cold_today: 9, cold: 9 }).score).toBe(100);
  expect(healthOf({ ...WELL, cold: 9, approached: 9, answered: 0, sent: 19, delivered: 0 }).score).toBe(100);
  const worst = {
    restricted: true,
    disconnects: 9,
    refused: 99,
    cold: 999,
    cold_today: 999,
    quality_rating: "RED",
  };
  expect(healthOf({ ...WELL, ...worst, approached: 99, answered: 0, delivered: 0 }).score).toBe(0);
});

test("a level is entered at its step, and left upwards clearly above it", () => {
  expect(["good", "fair", "poor", "critical"].map((level) => levelAfter(level, 62))).toEqual([
    ...["fair", "fair", "poor", "poor"],
  ]);
  expect([59, 61, 64, 65, 80, 84, 85].map((score) => levelAfter("poor", score))).toEqual([
    ...["poor", "poor", "poor", "fair", "fair", "fair", "good"],
  ]);
  expect(levelAfter("good", 3)).toBe("critical");
  expect(levelAfter("critical", 100)).toBe("good");
});

test("the trend is against the average of a day", () => {
  const yesterday = { average: 100, found_at: new Date(0) };
  const now = averageAfter(yesterday, 80, 300_000);
  expect(now).toBeGreaterThan(99);
  expect(trendOf(80, now)).toBe("falling");
  expect(Math.round(averageAfter(yesterday, 80, 5 * 86_400_000))).toBe(80);
  expect(trendOf(80, 80)).toBe("steady");
  expect(trendOf(90, 80)).toBe("rising");
  expect(averageAfter({ average: null, found_at: null }, 70, 0)).toBe(70);
});

/** Rules by which WhatsApp bans twice as soon: the score was made with the usual ones at hand, and these are others. */
const STRICT: BanRules = { ...USUAL_RULES, patience: 2, patience_a_day: 1 / 6, most_patience: 10 };
const POOR = 60;

/** 200 numbers of each seed, by the usual score, or where WhatsApp limits new chats by a given one. The score was made with seeds 1 to 5 at hand. */
function simulate(rules: BanRules, seeds = [6, 7, 8, 9, 10], limited: typeof healthOf | null = null): Life[] {
  const scoreOf = limited ?? healthOf;
  return seeds.flatMap((seed) => {
    const random = seeded(seed);
    const one = () => live(random, (signs) => scoreOf(signs).score, POOR, rules, limited !== null);
    return Array.from({ length: 200 }, one);
  });
}

let known: Life[] | undefined;
/** By the usual rules, once for all tests. */
function usualLives(): Life[] {
  known ??= simulate(USUAL_RULES);
  return known;
}

/** The share of those that were banned who were below a score before, and of the others. */
function alarms(of: readonly Life[], below: number): { warned: number; falsely: number } {
  const warnedAt = ({ lows }: Life) => lows.find(({ score }) => score < below)?.at;
  const [banned, spared] = [
    of.filter(({ bannedAt }) => bannedAt !== null),
    of.filter(({ bannedAt }) => bannedAt === null),
  ];
  const ahead = banned.flatMap((one) => {
    const at = warnedAt(one);
    return at === undefined ? [] : [(one.bannedAt ?? 0) - at];
  });
  const falsely = spared.filter((one) => warnedAt(one) !== undefined).length;
  const hours = ahead.sort((one, other) => one - other)[ahead.length >> 1] ?? 0;
  process.stdout.write(
    `below ${below}: ${ahead.length} of ${banned.length} bans were warned of, half of them ${hours} h before or earlier; so were ${falsely} of ${spared.length} numbers that lived\n`,
  );
  expect(banned.length).toBeGreaterThan(100);
  return { warned: ahead.length / banned.length, falsely: falsely / spared.length };
}

test("nine of ten numbers that are banned leave `good` before, where the event is sent and doctor warns", () => {
  const { warned, falsely } = alarms(usualLives(), 80);
  expect(isAiling(79)).toBe(true);
  expect(levelAfter("good", 79)).not.toBe("good");
  expect(warned).toBeGreaterThanOrEqual(0.9);
  // a number that lives on may be used as one that does not
  expect(falsely).toBeLessThan(0.32);
});

test("the level `poor` misses more of them, and alarms falsely less often", () => {
  const { warned, falsely } = alarms(usualLives(), POOR);
  expect(warned).toBeGreaterThanOrEqual(0.8);
  expect(falsely).toBeLessThan(0.23);
});

test("by rules that ban twice as soon, it warns of three in four", () => {
  const { warned, falsely } = alarms(simulate(STRICT, [6, 7]), 80);
  expect(warned).toBeGreaterThanOrEqual(0.75);
  expect(falsely).toBeLessThan(0.32);
});

test(
  "where WhatsApp limits new chats, a limit that counts as one alarms falsely less often than one that counts as a restriction",
  () => {
    const asRestriction: typeof healthOf = ({ new_chats, ...signs }) => {
      const restricted = signs.restricted || ["SECOND_WARNING", "CAPPED"].includes(new_chats?.status ?? "");
      return healthOf({ ...signs, restricted, new_chats: null });
    };
    const before = alarms(simulate(USUAL_RULES, [6, 7], asRestriction), 80);
    const after = alarms(simulate(USUAL_RULES, [6, 7], healthOf), 80);
    expect(after.warned).toBeGreaterThanOrEqual(before.warned - 0.02);
    expect(after.falsely).toBeLessThan(before.falsely - 0.1);
  },
  LONG_MS,
);
