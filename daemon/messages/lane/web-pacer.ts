import type { ChannelRow } from "../../../db/channels/channels.ts";
import { newContactBudget, quietFor, type WebSettings, webSettingsOf } from "../../channels/web-settings.ts";
import { createBucket, createBuckets } from "../../lib/token-bucket.ts";

/** Whom a message goes to, as far as pacing cares. */
export type Recipient = { key: string; isNew: boolean };

/** The pacing of one paired number. */
export type WebPacer = {
  /** Milliseconds until the channel may send at all. */
  laneWait(): number;
  /** 0 takes a place for this recipient; more is how long it has to wait, in milliseconds. */
  take(recipient: Recipient): number;
  /** When people who never wrote were written to, within the last 24 hours; read before a drain. */
  remember(opened: readonly Date[]): void;
};

const DAY_MILLISECONDS = 24 * 3600_000;
const RECIPIENT_BURST = 10;
const RECIPIENTS_REMEMBERED = 10_000;

type Clock = { now: () => number; random: () => number };
const CLOCK: Clock = { now: Date.now, random: Math.random };

/** The pacers of all paired numbers; a channel's starts anew when its settings are changed. */
export function createWebPacers(): (channel: ChannelRow) => WebPacer {
  const paced = new Map<string, { settings: string; pacer: WebPacer }>();
  return (channel) => {
    const settings = JSON.stringify(channel.settings);
    const known = paced.get(channel.id);
    if (known?.settings === settings) return known.pacer;
    const pacer = createWebPacer(webSettingsOf(channel), channel.created_at);
    paced.set(channel.id, { settings, pacer });
    return pacer;
  };
}

/** Random gaps, rests, quiet hours, and a budget for people who never wrote; `createdAt` is when the number came. */
export function createWebPacer(settings: WebSettings, createdAt: Date, clock: Clock = CLOCK): WebPacer {
  const { per_second, per_recipient_seconds, gap_seconds, rest } = settings.rate;
  const lane = per_second === undefined ? null : createBucket(per_second, Math.max(1, per_second));
  const recipients = createBuckets(RECIPIENTS_REMEMBERED, () =>
    createBucket(1 / per_recipient_seconds, RECIPIENT_BURST),
  );
  let next = 0;
  let sent = 0;
  let opened: number[] = [];
  const written = new Set<string>();

  /** Milliseconds until one more person who never wrote may be written to. */
  function budgetWait(now: number): number {
    opened = opened.filter((at) => at > now - DAY_MILLISECONDS);
    const budget = newContactBudget(settings.warmup, createdAt, new Date(now));
    if (opened.length < budget) return 0;
    const oldest = opened[opened.length - Math.max(1, budget)];
    return oldest === undefined ? DAY_MILLISECONDS : oldest + DAY_MILLISECONDS - now;
  }

  function gap(): number {
    const { least, most } = gap_seconds;
    const pause = rest !== null && sent % rest.after === 0 ? rest.seconds : 0;
    return (least + clock.random() * Math.max(0, most - least) + pause) * 1000;
  }

  return {
    laneWait() {
      const now = clock.now();
      return Math.max(0, next - now, quietFor(settings.quiet_hours, new Date(now)), lane?.wait(now) ?? 0);
    },
    take({ key, isNew }) {
      const now = clock.now();
      const bucket = per_recipient_seconds === 0 ? null : recipients(key);
      const fresh = isNew && !written.has(key);
      const wait = Math.max(
        next - now,
        lane?.wait(now) ?? 0,
        bucket?.wait(now) ?? 0,
        fresh ? budgetWait(now) : 0,
      );
      if (wait > 0) return wait;
      lane?.take(now);
      bucket?.take(now);
      if (fresh) {
        written.add(key);
        opened.push(now);
      }
      sent += 1;
      next = now + gap();
      return 0;
    },
    remember(dates) {
      written.clear();
      opened = dates.map((date) => date.getTime());
    },
  };
}
