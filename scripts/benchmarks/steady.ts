/** Whether a daemon stays as it is under a customer's steady traffic: latency and memory, window by window. */

import { atMost, showTarget, type Target } from "./report.ts";
import { residentMegabytes } from "./stage/process.ts";
import type { OpenStage, Stage } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";
import { type DeliveryStage, forget, openDeliveryStage, untilTaken } from "./webhooks/deliveries.ts";

/** One window; latencies in milliseconds, from before the request until its response, and until each webhook came. */
type Window = {
  accepted: { p50: number; p99: number };
  received: { p50: number; p99: number };
  megabytes: number;
};

export type SteadyReport = {
  quick: boolean;
  messages: number;
  /** Webhooks that came: each is waited for, so that a lost one ends the run. */
  webhooks: number;
  windows: Window[];
  targets: Target[];
};

type Plan = { perSecond: number; seconds: number; windows: number };

const FULL: Plan = { perSecond: 100, seconds: 30, windows: 20 };
const QUICK: Plan = { perSecond: 10, seconds: 0.5, windows: 3 };
const UNPACED = { rate: { per_second: 10_000, per_recipient_seconds: 0 } };
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
/** Queued, sent, delivered, read. */
const STATUSES = 4;
/** What accepting may take beside that much sending and telling, in milliseconds. */
const ACCEPTED = { perSecond: 400, p50: 25, p99: 80 };
/** How much slower and larger the end may be than the beginning. */
const SLOWER_PERCENT = 25;
const LARGER_MEGABYTES = 30;

/** Sends at a constant rate, each to another of ten thousand recipients, and follows every status to a webhook. */
export async function measureSteady(
  stage: Stage,
  quick: boolean,
  _open: OpenStage,
  { perSecond }: { perSecond?: number },
): Promise<{ report: SteadyReport; text: string }> {
  const usual = quick ? QUICK : FULL;
  const plan = { ...usual, perSecond: perSecond ?? usual.perSecond };
  const run = await openDeliveryStage(stage);
  try {
    await stage.daemon.api("POST", ENDPOINTS, {
      url: `${run.receiverUrl}/good/steady`,
      filterTypes: ["message.status_update"],
    });
    await stage.daemon.api("PATCH", `/v1/channels/${stage.daemon.channelId}`, { settings: UNPACED });
    const windows: Window[] = [];
    // the first is for what is compiled and cached once
    await measureWindow(run, plan, 0);
    for (let nth = 1; nth <= plan.windows; nth++) windows.push(await measureWindow(run, plan, nth));
    const messages = windows.length * messagesOf(plan);
    const report = {
      quick,
      messages,
      webhooks: messages * STATUSES,
      windows,
      targets: [...acceptedTargets(windows, plan), ...targetsOf(windows)],
    };
    return { report, text: show(report, plan) };
  } finally {
    await run.close();
  }
}

async function measureWindow(run: DeliveryStage, plan: Plan, nth: number): Promise<Window> {
  await forget(run);
  const count = messagesOf(plan);
  const startedAt = performance.now();
  const requests: Promise<number>[] = [];
  for (let index = 0; index < count; index++) {
    requests.push(send(run.stage, nth * count + index));
    await Bun.sleep(Math.max(0, startedAt + ((index + 1) * 1000) / plan.perSecond - performance.now()));
  }
  const times = await Promise.all(requests);
  const { p50, p99 } = await untilTaken(run, count * STATUSES);
  return {
    accepted: { p50: rounded(quantile(times, 0.5)), p99: rounded(quantile(times, 0.99)) },
    received: { p50, p99 },
    megabytes: residentMegabytes(run.stage.daemon.pid),
  };
}

function messagesOf({ perSecond, seconds }: Plan): number {
  return Math.ceil(perSecond * seconds);
}

/** Its metadata say when it was sent: they come along with each status. */
async function send({ daemon }: Stage, nth: number): Promise<number> {
  const sentAt = performance.now();
  await daemon.api("POST", "/v1/messages", {
    ...{ channel_id: daemon.channelId, to: `1415557${String(nth % 10_000).padStart(4, "0")}`, type: "text" },
    content: { body: "Your table for two is booked for 19:30." },
    metadata: { emitted_at: performance.timeOrigin + sentAt },
  });
  return performance.now() - sentAt;
}

/** Each window's own p50 and p99, the middle ones of all. */
function acceptedTargets(windows: Window[], { perSecond }: Plan): Target[] {
  if (perSecond !== ACCEPTED.perSecond) return [];
  const found = (of: (window: Window) => number) => rounded(middle(windows, of));
  return [
    atMost(
      ACCEPTED.p50,
      " ms",
      `accepting, p50, at ${perSecond} a second`,
      found(({ accepted }) => accepted.p50),
    ),
    atMost(
      ACCEPTED.p99,
      " ms",
      `accepting, p99, at ${perSecond} a second`,
      found(({ accepted }) => accepted.p99),
    ),
  ];
}

/** The last quarter beside the first. */
function targetsOf(windows: Window[]): Target[] {
  const quarter = Math.max(1, Math.floor(windows.length / 4));
  const [first, last] = [windows.slice(0, quarter), windows.slice(-quarter)];
  const growth = (of: (window: Window) => number) =>
    rounded((middle(last, of) / middle(first, of) - 1) * 100);
  return [
    atMost(
      SLOWER_PERCENT,
      "%",
      "accepting, p50, slower at the end",
      growth(({ accepted }) => accepted.p50),
    ),
    atMost(
      SLOWER_PERCENT,
      "%",
      "to the webhook, p50, slower at the end",
      growth(({ received }) => received.p50),
    ),
    atMost(
      LARGER_MEGABYTES,
      " MiB",
      "memory, more at the end",
      rounded(middle(last, ({ megabytes }) => megabytes) - middle(first, ({ megabytes }) => megabytes)),
    ),
  ];
}

function middle(windows: Window[], of: (window: Window) => number): number {
  return quantile(windows.map(of), 0.5);
}

function show({ messages, webhooks, windows, targets }: SteadyReport, plan: Plan): string {
  const spread = ({ p50, p99 }: { p50: number; p99: number }) => `${p50} / ${p99}`.padEnd(14);
  return [
    `${plan.perSecond} messages a second, ${messages} in all; ${webhooks} webhooks, all received`,
    "",
    `window  ${"accepted, ms".padEnd(14)}${"webhook, ms".padEnd(14)}MiB  (p50 / p99)`,
    ...windows.map(
      ({ accepted, received, megabytes }, nth) =>
        `${String(nth + 1).padStart(6)}  ${spread(accepted)}${spread(received)}${megabytes}`,
    ),
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
