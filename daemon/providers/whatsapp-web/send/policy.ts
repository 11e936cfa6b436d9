import { createBucket, createBuckets } from "../../../lib/token-bucket.ts";
import { createPolicies, type PacedChannel, type Policy } from "../../policy.ts";
import { slownessOf } from "../../slow-down.ts";
import type { Draft } from "../encode/draft.ts";
import {
  newContactBudget,
  numberSince,
  quietFor,
  settingsOf,
  slowedDown,
  type WhatsAppWebSettings,
} from "./settings.ts";
import { typingMs } from "./typing.ts";

/** Calls that may be out at once on a number that is not paced: they go out one by one, but WhatsApp's word takes a while. */
const CONCURRENCY = 64;
const DAY_MS = 24 * 3600_000;
const RECIPIENT_BURST = 10;
const RECIPIENTS_REMEMBERED = 10_000;

/** `steady` is for pauses: set back, the clock on the wall would make them longer by as much. */
type Clock = { now: () => number; steady: () => number; random: () => number };
const CLOCK: Clock = { now: Date.now, steady: () => performance.now(), random: Math.random };

/** The policies of all paired numbers. */
export function createWhatsAppWebPolicies(): (channel: PacedChannel) => Policy {
  return createPolicies(
    ({ settings, ...channel }) => ({
      ...{ settings, since: numberSince(channel), slowness: slownessOf({ settings, ...channel }) },
    }),
    ({ settings, since, slowness }) =>
      createWhatsAppWebPolicy(slowedDown(settingsOf(settings), slowness), since),
  );
}

/** Random gaps, rests, quiet hours, and a budget for people who never wrote; `createdAt` is when the number came. */
export function createWhatsAppWebPolicy(
  settings: WhatsAppWebSettings,
  createdAt: Date,
  clock: Clock = CLOCK,
): Policy {
  const { per_second, per_recipient_seconds, gap_seconds, rest } = settings.rate;
  const lane = per_second === undefined ? null : createBucket(per_second, Math.max(1, per_second));
  const recipients = createBuckets(RECIPIENTS_REMEMBERED, () =>
    createBucket(1 / per_recipient_seconds, RECIPIENT_BURST),
  );
  let next = 0;
  let sent = 0;
  let opened: number[] = [];
  const written = new Set<string>();

  /** Milliseconds until the channel may write to one more person who never wrote to it. */
  function budgetWait(now: number): number {
    opened = opened.filter((at) => at > now - DAY_MS);
    const budget = newContactBudget(settings.warmup, createdAt, new Date(now));
    if (opened.length < budget) return 0;
    const oldest = opened[opened.length - Math.max(1, budget)];
    return oldest === undefined ? DAY_MS : oldest + DAY_MS - now;
  }

  function gap(): number {
    const { least, most } = gap_seconds;
    const pause = rest !== null && sent % rest.after === 0 ? rest.seconds : 0;
    return (least + clock.random() * Math.max(0, most - least) + pause) * 1000;
  }

  function rememberNewContacts(writtenTo: readonly Date[]): void {
    written.clear();
    opened = writtenTo.map((date) => date.getTime());
  }

  return {
    concurrency: gap_seconds.most > 0 ? 1 : CONCURRENCY,
    // to WhatsApp, a message sent twice is the same message
    attempts: { relaxed: true, mostDoubts: null },
    ...(settings.warmup === null ? {} : { rememberNewContacts }),
    typingMs: (body) => (settings.rate.typing ? typingMs(body as Draft) : 0),
    laneWait() {
      const steady = clock.steady();
      const quiet = quietFor(settings.quiet_hours, new Date(clock.now()));
      return Math.max(0, next - steady, quiet, lane?.wait(steady) ?? 0);
    },
    take({ recipient, isAddressed, isNewContact }) {
      if (!isAddressed) return 0;
      const [now, steady] = [clock.now(), clock.steady()];
      const bucket = per_recipient_seconds === 0 ? null : recipients(recipient);
      const fresh = isNewContact && !written.has(recipient);
      const wait = Math.max(
        next - steady,
        lane?.wait(steady) ?? 0,
        bucket?.wait(steady) ?? 0,
        fresh ? budgetWait(now) : 0,
      );
      if (wait > 0) return wait;
      lane?.take(steady);
      bucket?.take(steady);
      if (fresh) {
        written.add(recipient);
        opened.push(now);
      }
      sent += 1;
      next = steady + gap();
      return 0;
    },
  };
}
