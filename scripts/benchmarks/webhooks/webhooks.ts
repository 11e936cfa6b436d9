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
import { measurePaced, type Pace, type Paced, showPaced } from "./paced.ts";

/** What the JSON holds. */
export type WebhookReport = {
  at: string;
  quick: boolean;
  machine: string;
  one: Delivering;
  many: Delivering;
  paced: Paced[];
  neighbours: Neighbours;
  targets: Target[];
};

type Plan = DeliveryPlan & { paces: Pace[] };

const FULL: Plan = {
  ...{ deliveries: 20_000, seconds: 20, endpoints: 100, turns: 20 },
  paces: [
    { perSecond: 200, seconds: 300, atMostMs: 30 },
    { perSecond: 2000, seconds: 60, atMostMs: 150 },
  ],
};
const QUICK: Plan = {
  ...{ deliveries: 200, seconds: 0.5, endpoints: 10, turns: 3 },
  paces: [{ perSecond: 200, seconds: 0.2, atMostMs: 30 }],
};
/** The daemon's memory may grow by this much while bad endpoints answer with all they have, in MiB. */
const FLAT = 60;

/** Measures them, and says what was reached; the first pace goes on for so many minutes, if any are given. */
export async function measureWebhooks(
  stage: Stage,
  quick: boolean,
  _open: unknown,
  { minutes }: { minutes?: number },
): Promise<{ report: WebhookReport; text: string }> {
  const plan = lasting(quick ? QUICK : FULL, minutes);
  const run = await openDeliveryStage(stage);
  try {
    const found = {
      at: new Date().toISOString(),
      quick,
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      one: await measureDeliveries(run, 1, plan),
      many: await measureDeliveries(run, plan.endpoints, plan),
      paced: await measurePaced(run, plan.paces),
      neighbours: await measureNeighbours(run, plan),
    };
    const report = { ...found, targets: targetsOf(found, plan.paces) };
    return { report, text: show(report) };
  } finally {
    await run.close();
  }
}

function lasting(plan: Plan, minutes: number | undefined): Plan {
  const [first, ...others] = plan.paces;
  if (first === undefined || minutes === undefined) return plan;
  return { ...plan, paces: [{ ...first, seconds: minutes * 60 }, ...others] };
}

function targetsOf(
  { one, many, paced, neighbours }: Pick<WebhookReport, "one" | "many" | "paced" | "neighbours">,
  paces: readonly Pace[],
) {
  const { p99Alone, p99WithBad, memoryBefore, memoryMost } = neighbours;
  return [
    atLeast(50, "%", "deliveries to one endpoint, of a bare loop", one.percentOfLoop),
    atLeast(50, "%", `deliveries to ${many.endpoints} endpoints, of a bare loop`, many.percentOfLoop),
    ...paced.map(({ perSecond, p95 }, nth) =>
      atMost(paces[nth]?.atMostMs ?? 0, " ms", `p95 of webhooks at ${perSecond} a second`, p95),
    ),
    atMost(
      10,
      "%",
      "p99 of healthy endpoints, more with bad ones",
      rounded((p99WithBad / p99Alone - 1) * 100),
    ),
    atMost(FLAT, " MiB", "memory, more with bad endpoints", rounded(memoryMost - memoryBefore)),
  ];
}

function show({ machine, one, many, paced, neighbours, targets }: WebhookReport): string {
  const { healthy, p99Alone, p99WithBad, memoryBefore, memoryMost } = neighbours;
  return [
    machine,
    "",
    ...[one, many].flatMap((row) => [
      `${row.deliveries} deliveries to ${row.endpoints}: ${row.perSecond}/s; event to receipt ${row.p50} / ${row.p99} ms (p50 / p99)`,
      `  bare loop ${row.loopPerSecond}/s (${row.percentOfLoop} %), over 20 connections ${row.loopsPerSecond}/s (${row.percentOfLoops} %)`,
    ]),
    ...paced.map(showPaced),
    `${healthy} healthy endpoints: p99 ${p99Alone} ms alone, ${p99WithBad} ms beside ${many.endpoints - healthy} bad ones; memory ${memoryBefore} MiB, at most ${memoryMost}`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
