/** The delivering of events: how fast, how soon, and what bad endpoints change for the good ones. */
import { cpus } from "node:os";
import { atLeast, atMost, showTarget, type Target } from "../report.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import {
  type Delivering,
  type DeliveryPlan,
  measureDeliveries,
  measureNeighbours,
  type Neighbours,
  openDeliveryStage,
} from "./deliveries.ts";

/** What the JSON holds. */
export type WebhookReport = {
  at: string;
  quick: boolean;
  machine: string;
  one: Delivering;
  many: Delivering;
  neighbours: Neighbours;
  targets: Target[];
};

const FULL: DeliveryPlan = { deliveries: 20_000, seconds: 20, endpoints: 100 };
const QUICK: DeliveryPlan = { deliveries: 200, seconds: 0.5, endpoints: 10 };
/** The daemon's memory may grow by this much while bad endpoints answer with all they have, in MiB. */
const FLAT = 60;

/** Measures them, and says what was reached. */
export async function measureWebhooks(
  stage: Stage,
  quick: boolean,
): Promise<{ report: WebhookReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const run = await openDeliveryStage(stage);
  try {
    const found = {
      at: new Date().toISOString(),
      quick,
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      one: await measureDeliveries(run, 1, plan),
      many: await measureDeliveries(run, plan.endpoints, plan),
      neighbours: await measureNeighbours(run, plan),
    };
    const report = { ...found, targets: targetsOf(found) };
    return { report, text: show(report) };
  } finally {
    await run.close();
  }
}

function targetsOf({ one, many, neighbours }: Pick<WebhookReport, "one" | "many" | "neighbours">) {
  const { p99Alone, p99WithBad, memoryBefore, memoryMost } = neighbours;
  return [
    atLeast(50, "%", "deliveries to one endpoint, of a bare loop", one.percentOfLoop),
    atLeast(50, "%", `deliveries to ${many.endpoints} endpoints, of a bare loop`, many.percentOfLoop),
    atMost(
      10,
      "%",
      "p99 of healthy endpoints, more with bad ones",
      rounded((p99WithBad / p99Alone - 1) * 100),
    ),
    atMost(FLAT, " MiB", "memory, more with bad endpoints", rounded(memoryMost - memoryBefore)),
  ];
}

function show({ machine, one, many, neighbours, targets }: WebhookReport): string {
  const { healthy, p99Alone, p99WithBad, memoryBefore, memoryMost } = neighbours;
  return [
    machine,
    "",
    ...[one, many].flatMap((row) => [
      `${row.deliveries} deliveries to ${row.endpoints}: ${row.perSecond}/s; event to receipt ${row.p50} / ${row.p99} ms (p50 / p99)`,
      `  bare loop ${row.loopPerSecond}/s (${row.percentOfLoop} %), over 20 connections ${row.loopsPerSecond}/s (${row.percentOfLoops} %)`,
    ]),
    `${healthy} healthy endpoints: p99 ${p99Alone} ms alone, ${p99WithBad} ms beside ${many.endpoints - healthy} bad ones; memory ${memoryBefore} MiB, at most ${memoryMost}`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
