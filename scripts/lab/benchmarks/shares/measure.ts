/** What a loud organisation costs a quiet one: the same requests of the quiet one alone, and beside it. */
import { fromSource } from "../../stage/process.ts";
import type { Options } from "../options.ts";
import { type Figure, figure, quantile } from "../report.ts";
import type { Stage, Target } from "../stage.ts";
import type { Loud } from "./loud.ts";
import { POOLS, type Pool } from "./pools.ts";

/** Alone and beside take turns, as the machine does other things from minute to minute. */
const FULL = { rounds: 3, requests: 100, settleSeconds: 2, perSecond: 20 };
const QUICK = { rounds: 1, requests: 3, settleSeconds: 0.1, perSecond: 20 };
/** How many times as long. */
const MOST = 2;

export async function measureShares(stage: Stage, { quick }: Options): Promise<Figure[]> {
  const quiet = await stage.addNeighbour("quiet");
  const figures: Figure[] = [];
  for (const [name, open] of Object.entries(POOLS))
    figures.push(...(await measurePool(stage, name, await open(stage, quiet), quick ? QUICK : FULL)));
  return figures;
}

async function measurePool(stage: Stage, name: string, pool: Pool, plan: typeof FULL): Promise<Figure[]> {
  await timesOf(pool, { ...plan, requests: Math.ceil(plan.requests / 10) });
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < plan.rounds; round += 1) {
    alone.push(...(await timesOf(pool, plan)));
    const loud = await startLoud(stage, stage.daemon, pool);
    await Bun.sleep(plan.settleSeconds * 1000);
    beside.push(...(await timesOf(pool, plan)));
    await loud.stop();
  }
  return [0.5, 0.99].flatMap((share) => {
    const [one, other] = [quantile(alone, share), quantile(beside, share)];
    const what = `${name}, p${share * 100}`;
    return [
      figure(`${what} alone`, one, "ms"),
      figure(`${what} beside`, other, "ms"),
      figure(`${what}, times as long`, other / one, "", share > 0.5 ? { atMost: MOST } : {}),
    ];
  });
}

async function startLoud({ startProgram }: Stage, { url, key }: Target, { loud }: Pool) {
  const wish: Loud = { url, headers: { "x-api-key": key }, ...loud };
  return await startProgram(
    fromSource("scripts/lab/benchmarks/shares/loud.ts", JSON.stringify(wish)),
    /asking (now)/,
  );
}

/** How long each of so many requests took, at a pace that leaves pauses between them. */
async function timesOf({ ask }: Pool, { requests, perSecond }: typeof FULL): Promise<number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < requests; nth += 1) {
    const due = startedAt + (nth * 1000) / perSecond;
    await Bun.sleep(Math.max(0, due - performance.now()));
    const askedAt = performance.now();
    await ask(nth);
    times.push(performance.now() - askedAt);
  }
  return times;
}
