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

type Signs = Omit<HealthSigns, "organization_id" | "channel_id" | "never_paired">;
type Sign = {
  name: string;
  /** Whether it is about people the number wrote to first, which weighs more for a new number. */
  isOfStrangers?: true;
  /** Whether it guesses how many chats WhatsApp lets the number begin, which WhatsApp may say itself. */
  isGuess?: true;
  weight: number;
  advice: string;
  measure(signs: Signs): { value: number; risk: number };
};

/** Fewer people than these say nothing of a share, and fewer messages nothing of those that did not arrive. */
const FEW_PEOPLE = 10;
const FEW_MESSAGES = 20;
/** So many messages in open chats do not arrive within a week though all is well: phones are off, or lost. */
const USUALLY_LOST = 0.03;
/** For so long a number is new; at first, what strangers take is more by this share. */
const NEW_DAYS = 56;
const NEW_SHARE = 0.35;
/** A new number may begin so many chats a day; the number doubles each week (the default of `warmup`). */
const CHATS_A_DAY = 20;
const MOST_CHATS = 1000;

/** A cycle of WhatsApp's limit of new chats is a month. */
const NEW_CHATS_DAYS = 30;
/** How far WhatsApp's warnings are on the way to a limit that is used up. */
const WARNINGS: Record<string, number> = { FIRST_WARNING: 0.4, SECOND_WARNING: 0.7, CAPPED: 1 };

/**
 * What takes points. Who never wrote is known of paired numbers only, and Meta's rating of official ones. The weights are
 * a judgement, drawn from what operators of such numbers report (Baileys, issues 1248, 2075, 2131, 2441 and 2658;
 * evolution 2693; WAHA 2223), not from WhatsApp.
 */
const SIGNS: readonly Sign[] = [
  {
    name: "cold_messages",
    isOfStrangers: true,
    isGuess: true,
    weight: 15,
    advice:
      "Write to fewer people who have never written to you; let people write first, by a link or a QR code.",
    measure: ({ cold, sent }) => {
      const value = cold < FEW_PEOPLE ? 0 : cold / Math.max(cold, sent);
      return { value, risk: between(value, 0.15, 0.8) };
    },
  },
  {
    name: "unanswered",
    isOfStrangers: true,
    weight: 10,
    advice:
      "Most people don't answer when you write to them first: stop that campaign, and ask for consent first.",
    measure: ({ approached, answered }) => {
      const value = approached < FEW_PEOPLE ? 0 : 1 - answered / approached;
      return { value, risk: between(value, 0.85, 0.98) };
    },
  },
  {
    name: "undelivered",
    isOfStrangers: true,
    weight: 20,
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
    isOfStrangers: true,
    isGuess: true,
    weight: 20,
    advice: "It begins more chats a day than its age or its habits allow: keep the warm-up's limit.",
    measure: ({ cold, cold_today, age_days }) => {
      const usual = (cold - cold_today) / 6;
      const ofAge = Math.min(MOST_CHATS, CHATS_A_DAY * 2 ** Math.floor(age_days / 7));
      const value = cold_today / Math.min(ofAge, Math.max(CHATS_A_DAY, 3 * usual));
      return { value, risk: between(value, 1, 3) };
    },
  },
  {
    name: "new_chats",
    isOfStrangers: true,
    isGuess: true,
    weight: 15,
    advice: "It begins many chats, each of which may end in a report: write to fewer people a day.",
    measure: ({ cold_today }) => ({
      value: cold_today,
      risk: between(Math.log(1 + cold_today), Math.log(10), Math.log(160)),
    }),
  },
  {
    name: "warned",
    weight: 10,
    advice:
      "WhatsApp counts the chats that the number begins, and warns that they are many: let people write first until the month is over.",
    measure: ({ new_chats }) => {
      const risk = WARNINGS[new_chats?.status ?? "NONE"] ?? 0;
      return { value: risk, risk };
    },
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
    name: "access",
    weight: 60,
    advice: "WhatsApp takes nothing from it, as the access token has expired or is not taken: replace it.",
    measure: ({ locked_out }) => ({ value: Number(locked_out), risk: Number(locked_out) }),
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
  const share = shareOfGuesses(signs);
  const found = SIGNS.map((sign) => {
    const { value, risk } = sign.measure(signs);
    return { ...sign, value, risk: sign.isGuess ? share * risk : risk };
  });
  const parts = [...found, youth(found, signs)].map(({ name, weight, advice, value, risk }) => {
    const lost = rounded(weight * risk);
    return { name, value: rounded(value), weight: rounded(weight), lost, advice: lost > 0 ? advice : null };
  });
  const lost = parts.reduce((sum, part) => sum + part.lost, 0);
  const score = Math.max(0, Math.round(100 - lost));
  return { score, parts: parts.sort((one, other) => other.lost - one.lost) };
}

/** A guess takes all, or less the further the number stays below the chats that WhatsApp lets it begin; at least half. */
function shareOfGuesses({ new_chats, cold }: Signs): number {
  const allowed = new_chats?.total ?? 0;
  const begins = (cold * NEW_CHATS_DAYS) / 7;
  return allowed === 0 ? 1 : between(begins / allowed, -1, 1);
}

/** What the age of a number adds to what strangers take. */
function youth(found: readonly (Sign & { risk: number })[], { age_days }: Signs) {
  const ofStrangers = found.filter(({ isOfStrangers }) => isOfStrangers);
  const most = ofStrangers.reduce((sum, { weight }) => sum + weight, 0);
  const lost = ofStrangers.reduce((sum, { weight, risk }) => sum + weight * risk, 0);
  return {
    name: "age",
    weight: NEW_SHARE * most,
    advice: "The number is new here, and begins chats: let people write first in its first weeks.",
    value: age_days,
    risk: (lost / most) * (1 - between(age_days, 0, NEW_DAYS)),
  };
}

/**
 * The share that did not arrive: of those who were written to first, if they are enough, since nobody else blocks a number
 * that often; otherwise of all.
 */
function undelivered({ sent, delivered, cold }: Signs) {
  const lost = sent - delivered;
  if (cold < FEW_PEOPLE) {
    const value = sent < FEW_MESSAGES ? 0 : Math.max(0, lost / sent);
    return { value, risk: between(value, 0.15, 0.6) };
  }
  const value = Math.min(1, Math.max(0, lost - USUALLY_LOST * sent) / cold);
  return { value, risk: between(value, 0.1, 0.3) };
}

/** How far a value has come from a lower to an upper end, from 0 to 1. */
function between(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
