import { createFifo } from "../../../lib/fifo.ts";
import { accountOf, fieldOf, type Report, webhookBody } from "./body.ts";
import { createPoster, type WebhookRecord } from "./poster.ts";

export type Outbox = {
  push(report: Report): void;
  setWebhookUrl(url: string | undefined): void;
  webhookUrl(): string | undefined;
  /** The last webhooks, oldest first. */
  recent(): WebhookRecord[];
  /** Reports waiting, reports given up because too many waited, and posts under way. */
  state(): { waiting: number; dropped: number; underway: number };
  clear(): void;
  stop(): void;
};

type OutboxOptions = {
  appSecret: string;
  /** The version of the Graph API that webhooks are of. */
  version: string;
  webhookUrl: string | undefined;
  /** Accounts whose webhooks are sent, except those of the fields that the app is not subscribed to. */
  subscribed: ReadonlySet<string>;
  unsubscribed: ReadonlySet<string>;
};

/** A POST carries no more than this many reports. */
const BATCH_SIZE = 100;
/** Reports arriving within this time share a POST. */
const BATCH_MS = 5;
const MOST_UNDERWAY = 16;
/** The outbox of a receiver that never answers stops growing here: the oldest reports are given up. */
const MOST_WAITING = 500_000;

/** Collects reports into signed webhooks, posts a bounded number at a time, and retries each until it is taken. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { appSecret, version, webhookUrl, subscribed, unsubscribed } = options;
  const waiting = createFifo<Report>();
  const poster = createPoster({ appSecret, webhookUrl });
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drain(): void {
    timer = undefined;
    while (poster.underway() < MOST_UNDERWAY && waiting.size() > 0) {
      const batch: Report[] = [];
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        batch.push(next);
        if (batch.length === BATCH_SIZE) break;
      }
      poster.post(webhookBody(batch, version), batch.length).then(drainSoon);
    }
  }

  function drainSoon(): void {
    if (timer === undefined && waiting.size() > 0 && poster.underway() < MOST_UNDERWAY) {
      timer = setTimeout(drain, BATCH_MS);
    }
  }

  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    dropped = 0;
    waiting.clear();
    poster.clear();
  }

  return {
    push(report) {
      if (poster.webhookUrl() === undefined || !subscribed.has(accountOf(report))) return;
      if (unsubscribed.has(fieldOf(report))) return;
      if (waiting.size() >= MOST_WAITING) {
        waiting.shift();
        dropped += 1;
      }
      waiting.push(report);
      drainSoon();
    },
    setWebhookUrl: poster.setWebhookUrl,
    webhookUrl: poster.webhookUrl,
    recent: poster.recent,
    state: () => ({ waiting: waiting.size(), dropped, underway: poster.underway() }),
    clear,
    stop: clear,
  };
}
