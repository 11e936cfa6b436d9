import { type ChannelSettings, NUMBER_CHECKS_PER_DAY } from "../../channel-settings.ts";
import type { PacedChannel, Throughput } from "../../policy.ts";
import { slownessOf } from "../../slow-down.ts";

/** How a paired number paces itself: everything that was left open decided. */
export type WhatsAppWebSettings = ChannelSettings & {
  rate: {
    per_second?: number;
    per_recipient_seconds: number;
    gap_seconds: { least: number; most: number };
    typing: boolean;
    rest: { after: number; seconds: number } | null;
  };
  groups: boolean;
  calls: "ignore" | "reject";
  quiet_hours: { from: string; to: string; time_zone: string } | null;
  warmup: { new_contacts_per_day: number; most_per_day: number } | null;
  number_checks_per_day: number;
};

/**
 * Numbers are banned for volume soon after pairing, fixed intervals and many
 * new chats (WhiskeySockets/Baileys, issues 1248, 2075 and 2131).
 */
const LIKE_A_PERSON = {
  per_recipient_seconds: 0,
  gap_seconds: { least: 3, most: 6 },
  typing: true,
  rest: { after: 20, seconds: 20 },
};

/** Setting a rate chooses the pace: no other limit slows it down unless it is set as well. */
const AT_A_RATE = {
  per_recipient_seconds: 0,
  gap_seconds: { least: 0, most: 0 },
  typing: false,
  rest: null,
};

const WARMUP = { new_contacts_per_day: 20, most_per_day: 1000 };
const WEEK_MS = 7 * 24 * 3600_000;

/** The settings of a paired number as they apply. */
export function settingsOf(settings: ChannelSettings): WhatsAppWebSettings {
  const defaults = settings.rate?.per_second === undefined ? LIKE_A_PERSON : AT_A_RATE;
  return {
    ...settings,
    rate: { ...defaults, ...settings.rate },
    groups: settings.groups ?? false,
    calls: settings.calls ?? "ignore",
    quiet_hours: settings.quiet_hours ?? null,
    warmup: settings.warmup === undefined ? WARMUP : settings.warmup,
    number_checks_per_day: settings.number_checks_per_day ?? NUMBER_CHECKS_PER_DAY,
  };
}

/** The same, a number of times slower. */
export function slowedDown(settings: WhatsAppWebSettings, slowness: number): WhatsAppWebSettings {
  if (slowness === 1) return settings;
  const { rate, warmup } = settings;
  const { per_second, gap_seconds, rest } = rate;
  const fewer = (people: number) => Math.ceil(people / slowness);
  return {
    ...settings,
    rate: {
      ...rate,
      ...(per_second === undefined ? {} : { per_second: per_second / slowness }),
      gap_seconds: { least: gap_seconds.least * slowness, most: gap_seconds.most * slowness },
      rest: rest === null ? null : { ...rest, seconds: rest.seconds * slowness },
    },
    warmup:
      warmup === null
        ? null
        : {
            new_contacts_per_day: fewer(warmup.new_contacts_per_day),
            most_per_day: fewer(warmup.most_per_day),
          },
  };
}

/** How fast a paired number sends at most: at the rate that was set, otherwise by its pauses. */
export function throughputOf(channel: Pick<PacedChannel, "settings" | "health_score">): Throughput {
  const { settings } = channel;
  const { per_second, gap_seconds } = slowedDown(settingsOf(settings), slownessOf(channel)).rate;
  const isUnset = settings.rate?.per_second === undefined && settings.rate?.gap_seconds === undefined;
  const between = Math.max(0.001, (gap_seconds.least + gap_seconds.most) / 2);
  return {
    per_second: per_second ?? Math.round(100 / between) / 100,
    source: isUnset ? "default" : "setting",
  };
}

/** When a channel's number came to it: a new one begins its warm-up. */
export function numberSince({
  number_since,
  created_at,
}: Pick<PacedChannel, "number_since" | "created_at">): Date {
  return number_since ?? created_at;
}

/** How many people who never wrote a number of this age may write to in 24 hours. */
export function newContactBudget(warmup: WhatsAppWebSettings["warmup"], createdAt: Date, now: Date): number {
  if (warmup === null) return Number.POSITIVE_INFINITY;
  const weeks = Math.floor((now.getTime() - createdAt.getTime()) / WEEK_MS);
  return Math.min(warmup.most_per_day, warmup.new_contacts_per_day * 2 ** Math.max(0, weeks));
}

/** Milliseconds until the quiet hours end; 0 outside them. An unknown time zone counts as UTC. */
export function quietFor(quiet: WhatsAppWebSettings["quiet_hours"], now: Date): number {
  if (quiet === null) return 0;
  const minutes = minuteOfDay(now, quiet.time_zone);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const inside = from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  if (!inside) return 0;
  const left = (to - minutes + MINUTES_A_DAY) % MINUTES_A_DAY;
  return left * 60_000 - (now.getTime() % 60_000);
}

const MINUTES_A_DAY = 24 * 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(now: Date, timeZone: string): number {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  try {
    return minutesOf(new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(now));
  } catch {
    return minutesOf(new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(now));
  }
}
