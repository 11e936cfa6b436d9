import { type HabitName, habitsOn, numberOf } from "./habits.ts";
import type { Random } from "./random.ts";

export type Platform = "whatsapp_official" | "whatsapp_unofficial";

/** One of an organisation's numbers. */
export type ChannelPlan = { platform: Platform; number: string; isAtMostOnce?: boolean };

/** How a message is sent. */
export type Manner =
  | "single"
  | "batch"
  | "burst"
  | "repeated"
  | "scheduled"
  | "expiring"
  | "cancelled"
  | "terminal"
  | "reply"
  | "answer"
  | "paid";

/** A client that writes to one person, one message after the other. */
export type ConversationPlan = {
  channel: number;
  person: string;
  habit: HabitName;
  messages: { atMs: number; manner: Manner; priority: "high" | "normal" | "low" }[];
  /** Whether the person is suppressed half way, after which everything has to be refused. */
  isSuppressed: boolean;
};

/** A person who writes on their own; `US.` begins the user id of one who hides the number. */
export type WriterPlan = { channel: number; person: string; atMs: number[] };

/** A person who writes STOP at these times, and START a while after each. */
export type StopPlan = { channel: number; person: string; atMs: number[] };

/** Two numbers that become one contact at the first of these times, are deleted at the next, and so on. */
export type RearrangementPlan = { people: [string, string]; atMs: number[] };

/** People who write by a user id, and share their numbers at these times, all of them at once. */
export type RevealPlan = { channel: number; people: string[]; atMs: number[] };

/** How a receiver answers during a part of the time; at the end, all accept. */
export type Mood =
  | "well"
  | "refuses"
  | "hangs"
  | "redirects"
  | "drips"
  | "asks for time"
  | "breaks off"
  | "is gone";

export type EndpointPlan = { types: string[] | null; moods: { fromMs: number; mood: Mood }[] };

export type OrganizationPlan = {
  label: string;
  channels: ChannelPlan[];
  conversations: ConversationPlan[];
  writers: WriterPlan[];
  rearrangements: RearrangementPlan[];
  reveals: RevealPlan[];
  stops: StopPlan[];
  /** For how many messages its budget has room; null: it has none. */
  budget: number | null;
  /** Whether it answers everybody by itself that it is away. */
  isAway: boolean;
  endpoints: EndpointPlan[];
  /** After how many events each reader of the log is interrupted, again and again. */
  readers: { isStream: boolean; everyEvents: number }[];
  /** When keys are made, and when they are revoked. */
  keys: { fromMs: number; untilMs: number }[];
  import: { atMs: number; rows: number; isByTerminal: boolean } | null;
  broadcast: { atMs: number; people: number; isByTerminal: boolean } | null;
};

type Where = { label: string; index: number; seconds: number };

const MANNERS: readonly Manner[] = [
  ...(["single", "single", "single", "batch", "batch", "repeated"] as const),
  ...(["scheduled", "expiring", "cancelled", "answer", "answer"] as const),
];
const BY_TERMINAL: readonly Manner[] = ["terminal", "reply"];
const MOODS: readonly Mood[] = [
  "well",
  "refuses",
  "hangs",
  "redirects",
  "drips",
  "asks for time",
  "breaks off",
];
/**
 * The most messages to people of some habits: one whose outcome stays unknown takes a minute to come to its end, and
 * after each lost answer the channel rests for twice as long.
 */
const MOST_MESSAGES: Partial<Record<HabitName, number>> = { "answer-lost-silent": 1, "answer-lost": 4 };
const FEW = ["message.new", "message.status_update"];

/** An organisation of a world, and its actions. */
export function planOrganization(random: Random, { label, index, seconds }: Where): OrganizationPlan {
  const totalMs = seconds * 1000;
  const channels: ChannelPlan[] = [
    { platform: "whatsapp_official", number: `1555099${index}100`, isAtMostOnce: index === 1 },
    { platform: "whatsapp_unofficial", number: `1555710000${index}` },
  ];
  return {
    ...{ label, channels, rearrangements: [], reveals: [], stops: [], budget: null, isAway: false },
    conversations: times(random.between(5, 8), (n) => planConversation(random, channels, n, totalMs)),
    writers: times(random.between(2, 4), (n) => planWriter(random, channels, n, totalMs)),
    endpoints: [
      { types: null, moods: [] },
      { types: random.chance(0.5) ? FEW : null, moods: planMoods(random, totalMs) },
      // once it has answered 410 it is disabled, until an operator resumes it at the end
      { types: null, moods: [{ fromMs: random.between(0, totalMs), mood: "is gone" }] },
    ],
    readers: times(2, (n) => ({ isStream: n === 1, everyEvents: random.between(5, 40) })),
    keys: times(random.between(1, 3), () => planKey(random, totalMs)),
    import: random.chance(0.6)
      ? {
          atMs: random.between(0, totalMs / 2),
          rows: random.between(20, 300),
          isByTerminal: random.chance(0.3),
        }
      : null,
    broadcast: random.chance(0.6)
      ? {
          atMs: random.between(0, totalMs / 2),
          people: random.between(5, 20),
          isByTerminal: random.chance(0.3),
        }
      : null,
  };
}

function planConversation(
  random: Random,
  channels: ChannelPlan[],
  n: number,
  totalMs: number,
): ConversationPlan {
  const channel = random.between(0, channels.length - 1);
  const platform = channels[channel]?.platform ?? "whatsapp_official";
  const habit = random.chance(0.5) ? "reached" : random.pick(habitsOn(platform));
  const count = Math.min(MOST_MESSAGES[habit] ?? Infinity, random.between(3, Math.ceil(totalMs / 2000)));
  const messages = times(count, () => ({
    atMs: random.between(0, totalMs),
    manner: pickManner(random, habit),
    priority: random.pick(["high", "normal", "normal", "low"] as const),
  }));
  messages.sort((one, other) => one.atMs - other.atMs);
  return { channel, habit, person: numberOf(habit, n), messages, isSuppressed: random.chance(0.1) };
}

function pickManner(random: Random, habit: HabitName): Manner {
  const [isRare, isBurst, manner] = [random.chance(0.03), random.chance(0.04), random.pick(MANNERS)];
  if (MOST_MESSAGES[habit] === 1) return "single";
  if (isRare) return random.pick(BY_TERMINAL);
  return isBurst && MOST_MESSAGES[habit] === undefined ? "burst" : manner;
}

function planWriter(random: Random, channels: ChannelPlan[], n: number, totalMs: number): WriterPlan {
  const channel = random.between(0, channels.length - 1);
  const atMs = times(random.between(3, Math.ceil(totalMs / 3000)), () => random.between(0, totalMs));
  const isPaired = channels[channel]?.platform === "whatsapp_unofficial";
  const person = isPaired
    ? numberOf(random.pick(["reached", "number-hidden", "number-late"]), 50 + n)
    : `${random.chance(0.3) ? "US." : ""}${numberOf("reached", 50 + n)}`;
  return { channel, person, atMs: atMs.sort((one, other) => one - other) };
}

function planMoods(random: Random, totalMs: number): EndpointPlan["moods"] {
  const starts = times(random.between(2, 5), () => random.between(0, totalMs));
  return starts.sort((one, other) => one - other).map((fromMs) => ({ fromMs, mood: random.pick(MOODS) }));
}

function planKey(random: Random, totalMs: number) {
  const fromMs = random.between(0, totalMs / 2);
  return { fromMs, untilMs: random.between(fromMs + 1000, totalMs) };
}

function times<Thing>(count: number, make: (n: number) => Thing): Thing[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
