import type { BanRules } from "./rules.ts";

/** What a number did, as WhatsApp sees it. */
export type Deeds = {
  /** Chats that it began, messages in all chats, and messages to numbers without an account. */
  begun: number;
  sent: number;
  toNobody: number;
  /** People who blocked or reported it. */
  reports: number;
};

export type Verdict = { restricted: boolean; banned: boolean };

/** WhatsApp's view of one number. */
export type Judge = {
  see(deeds: Deeds): void;
  /** Whether what was seen is more than the number is forgiven at its age. */
  isTooMuch(ageDays: number): boolean;
  /** An hour is over: what was is forgotten a little, and chance plays its part. */
  hourPasses(ageDays: number): Verdict;
  heat(): number;
};

/** Messages in open chats that forgive as much as can be forgiven for talking with people. */
const TALKS_MUCH = 4000;
const MOST_FORGIVEN = 0.01;

/** `random` is from 0 to 1. */
export function createJudge(random: () => number, rules: BanRules): Judge {
  const [least, most] = rules.trust;
  const trust = least + (most - least) * random();
  let heat = 0;
  let begunNow = 0;
  let talked = 0;
  let restrictedFor = 0;

  const patienceAt = (ageDays: number) =>
    trust * Math.min(rules.most_patience, rules.patience + ageDays * rules.patience_a_day);
  const excess = () => Math.max(0, begunNow - rules.free_chats * trust);

  return {
    see({ begun, sent, toNobody, reports }) {
      const before = excess();
      begunNow += begun;
      talked += Math.max(0, sent - begun);
      heat += rules.heat_of_report * reports + rules.heat_of_nobody * toNobody;
      heat += rules.heat_of_chat * (excess() - before);
    },
    isTooMuch: (ageDays) => heat > patienceAt(ageDays),
    hourPasses(ageDays) {
      heat *= 1 - Math.min(MOST_FORGIVEN, talked / TALKS_MUCH);
      const patience = patienceAt(ageDays);
      const isHot = heat > rules.restricted_from * patience && random() < rules.restricted_chance;
      restrictedFor = isHot ? rules.restricted_hours : Math.max(0, restrictedFor - 1);
      const banned = heat > patience || random() < rules.ban_chance;
      heat *= 1 - rules.cooling;
      begunNow = 0;
      talked = 0;
      return { restricted: restrictedFor > 0, banned };
    },
    heat: () => heat,
  };
}
