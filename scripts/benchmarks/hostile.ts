/** What well-behaved clients notice of hostile ones: half-open and slow connections, large and deep bodies, long heads. */
import type { HostileOptions, HostileResult } from "./hostile-load.ts";
import { residentMegabytes, runProgram } from "./process.ts";
import type { Stage } from "./stage.ts";
import { quantile, rounded } from "./statistics.ts";

/** What the health check may take at the 99th percentile, in milliseconds. */
const TARGET = 100;
const FULL = { quietSeconds: 5, seconds: 40, halfOpen: 5000, slow: 100 };
const QUICK = { quietSeconds: 0.5, seconds: 2, halfOpen: 200, slow: 10 };
const PAUSE = 10;

type Health = { checks: number; failed: number; p50: number; p99: number; longest: number };
type HostileReport = { quiet: Health; attacked: Health; attack: HostileResult; residentMegabytes: number };

export async function measureHostile(
  stage: Stage,
  quick: boolean,
): Promise<{ report: HostileReport; text: string }> {
  const { url, pid } = stage.daemon;
  const plan = quick ? QUICK : FULL;
  const quiet = await checkHealth(url, Bun.sleep(plan.quietSeconds * 1000));
  const { halfOpen, slow, seconds } = plan;
  const options: HostileOptions = { url, halfOpen, slow, seconds };
  const attacking = runProgram<HostileResult>("hostile-load.ts", options);
  const attacked = await checkHealth(url, attacking);
  const report = { quiet, attacked, attack: await attacking, residentMegabytes: residentMegabytes(pid) };
  return { report, text: textOf(report, plan) };
}

/** Asks for the health again and again until something is over. */
async function checkHealth(url: string, until: Promise<unknown>): Promise<Health> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let failed = 0;
  while (!isOver) {
    const began = performance.now();
    const ok = await isHealthy(url);
    times.push(performance.now() - began);
    if (!ok) failed += 1;
    await Bun.sleep(PAUSE);
  }
  await over;
  return {
    ...{
      checks: times.length,
      failed,
      p50: rounded(quantile(times, 0.5)),
      p99: rounded(quantile(times, 0.99)),
    },
    longest: rounded(Math.max(...times)),
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1/health`);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

function textOf({ quiet, attacked, attack, ...report }: HostileReport, plan: typeof FULL): string {
  const line = (name: string, health: Health) =>
    `${name}: ${health.checks} health checks, ${health.failed} failed, p50 ${health.p50} ms, p99 ${health.p99} ms, longest ${health.longest} ms`;
  const isMet = attacked.p99 < TARGET && attacked.failed === 0;
  return [
    line("quiet   ", quiet),
    line("attacked", attacked),
    `attack  : ${plan.halfOpen} half-open and ${plan.slow * 2} slow connections at a time (${attack.opened} opened), ${attack.repeated} large bodies, deep bodies and long heads`,
    `memory  : ${report.residentMegabytes} MB resident afterwards`,
    `target  : p99 under ${TARGET} ms, none failed: ${isMet ? "met" : "MISSED"}`,
  ].join("\n");
}
