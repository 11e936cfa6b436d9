import type { HealthSigns } from "../../../db/channels/health.ts";

/** One thing that a score is made of. */
export type HealthPart = {
  name: string;
  /** A share from 0 to 1, a count, or days. */
  value: number;
  /** How many of the 100 points it takes at most. */
  weight: number;
  /** How many it takes now. */
  lost: number;
  /** What to do; null where it takes nothing. */
  advice: string | null;
};

type Signs = Omit<HealthSigns, "organization_id" | "channel_id">;
type Sign = {
  name: string;
  weight: number;
  advice: string;
  measure(signs: Signs): { value: number; risk: number };
};

/** Fewer than these say nothing of a share. */
const FEW_PEOPLE = 10;
const FEW_MESSAGES = 20;
/** A new number may begin so many chats a day; the number doubles each week (the default of `warmup`). */
const CHATS_A_DAY = 20;
const MOST_CHATS = 1000;

/**
 * What takes points. Who never wrote is known of paired numbers only, and Meta's rating of official ones. The weights are
 * a judgement, drawn from what operators of such numbers report (Baileys, issues 1248, 2075, 2131, 2441 and 2658;
 * evolution 2693; WAHA 2223), not from WhatsApp.
 */
const SIGNS: readonly Sign[] = [
  {
    name: "cold_messages",
    weight: 15,
    advice:
      "Write to fewer people who have never written to you; let people write first, by a link or a QR code.",
    measure: ({ cold, sent }) => {
      const value = cold < FEW_PEOPLE ? 0 : cold / Math.max(cold, sent);
      return { value, risk: between(value, 0.1, 0.6) };
    },
  },
  {
    name: "unanswered",
    weight: 20,
    advice:
      "Most people don't answer when you write to them first: stop that campaign, and ask for consent first.",
    measure: ({ approached, answered }) => {
      const value = approached < FEW_PEOPLE ? 0 : 1 - answered / approached;
      return { value, risk: between(value, 0.6, 0.98) };
    },
  },
  {
    name: "undelivered",
    weight: 15,
    advice: "Many messages don't arrive: people have blocked the number, or the list is old. Clean the list.",
    measure: undelivered,
  },
  {
    name: "refused",
    weight: 25,
    advice:
      "WhatsApp refuses messages to new people (463): stop them for a day. Sending again makes it worse.",
    measure: ({ refused }) => ({ value: refused, risk: refused === 0 ? 0 : between(refused, -4, 10) }),
  },
  {
    name: "pace",
    weight: 30,
    advice: "It begins more chats a day than its age or its habits allow: keep the warm-up's limit.",
    measure: ({ cold, cold_today, age_days }) => {
      const usual = (cold - cold_today) / 6;
      const ofAge = Math.min(MOST_CHATS, CHATS_A_DAY * 2 ** Math.floor(age_days / 7));
      const value = cold_today / Math.min(ofAge, Math.max(CHATS_A_DAY, 3 * usual));
      return { value, risk: between(value, 0.8, 3) };
    },
  },
  {
    name: "age",
    weight: 10,
    advice: "The number is new here, and begins chats: let people write first in its first weeks.",
    measure: ({ age_days, cold }) => ({
      value: age_days,
      risk: between(cold, 0, FEW_PEOPLE) * (1 - between(age_days, 0, 28)),
    }),
  },
  {
    name: "quality",
    weight: 60,
    advice:
      "Meta rates the number lower because people block or report it: send less marketing, to people who asked for it.",
    measure: ({ quality_rating }) => {
      const risk = quality_rating === "RED" ? 1 : quality_rating === "YELLOW" ? 0.5 : 0;
      return { value: risk, risk };
    },
  },
  {
    name: "restrictions",
    weight: 35,
    advice: "WhatsApp restricts the number: write to nobody new until that ends.",
    measure: ({ restricted, status }) => {
      const value = restricted || status === "restricted" ? 1 : 0;
      return { value, risk: value };
    },
  },
  {
    name: "disconnects",
    weight: 20,
    advice: "The login was ended from outside within 30 days, which often comes before a ban: slow down.",
    measure: ({ disconnects }) => ({ value: disconnects, risk: between(disconnects, 0, 2) }),
  },
];

/** How a number stands: 100 is well, 0 is about to be banned; with what takes points, most first. */
export function healthOf(signs: Signs): { score: number; parts: HealthPart[] } {
  const parts = SIGNS.map(({ name, weight, advice, measure }) => {
    const { value, risk } = measure(signs);
    const lost = rounded(weight * risk);
    return { name, value: rounded(value), weight, lost, advice: lost > 0 ? advice : null };
  });
  const lost = parts.reduce((sum, part) => sum + part.lost, 0);
  const score = Math.max(0, Math.round(100 - lost));
  return { score, parts: parts.sort((one, other) => other.lost - one.lost) };
}

function undelivered({ sent, delivered }: Signs) {
  const value = sent < FEW_MESSAGES ? 0 : Math.max(0, 1 - delivered / sent);
  return { value, risk: between(value, 0.15, 0.6) };
}

/** How far a value has come from a lower to an upper end, from 0 to 1. */
function between(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
