/** What well-behaved clients notice of hostile ones: half-open and slow connections, large and deep bodies, long heads, withheld bodies. */

import { residentMegabytes, runProgram } from "../stage/process.ts";
import type { Stage, Target } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import type { HostileOptions, HostileResult } from "./attacker.ts";

/** What the health check may take at the 99th percentile, in milliseconds. */
const TARGET = 100;
const NONE = { halfOpen: 0, slow: 0, withheld: 0, held: 0, large: false };
const FULL = { quietSeconds: 5, seconds: 40, share: 1 };
const QUICK = { quietSeconds: 0.5, seconds: 2, share: 0.04 };
const PAUSE = 10;

/** The attacks, one after the other, and the share of the whole time that each takes. */
const ATTACKS = [
  { name: "half-open, slow, large and deep", time: 1, halfOpen: 5000, slow: 100, large: true },
  { name: "5,200 withheld bodies of one byte", time: 0.4, withheld: 5200 },
  { name: "200 withheld bodies of 4 MiB", time: 0.4, held: 200 },
];

/** Requests of one kind, how many were not answered well, and how long they took, in milliseconds. */
type Latencies = { asked: number; failed: number; p50: number; p99: number; longest: number };
type Watched = { name: string; health: Latencies; withKey: Latencies; mostMegabytes: number };
type HostileReport = { phases: (Watched & Partial<HostileResult>)[]; residentMegabytes: number };

export async function measureHostile(
  stage: Stage,
  quick: boolean,
): Promise<{ report: HostileReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const phases: HostileReport["phases"] = [
    await watch("quiet", stage.daemon, Bun.sleep(plan.quietSeconds * 1000)),
  ];
  for (const { name, time, ...attack } of ATTACKS) {
    // a daemon remembers for a minute who attacked it
    await stage.restartDaemon();
    const attacking = runProgram<HostileResult>(
      "hostile/attacker.ts",
      optionsOf(stage.daemon, plan, time, attack),
    );
    phases.push({ ...(await watch(name, stage.daemon, attacking)), ...(await attacking) });
  }
  const report = { phases, residentMegabytes: residentMegabytes(stage.daemon.pid) };
  return { report, text: textOf(report) };
}

function optionsOf(
  { url, key }: Target,
  { seconds, share }: typeof FULL,
  time: number,
  attack: Partial<typeof NONE>,
): HostileOptions {
  const { large, ...counts } = { ...NONE, ...attack };
  const some = Object.entries(counts).map(([name, count]) => [name, Math.ceil(count * share)]);
  return { ...NONE, ...Object.fromEntries(some), large, url, key, seconds: seconds * time };
}

/** Asks for the health, and something with a key, again and again until something is over. */
async function watch(name: string, { url, key, pid }: Target, until: Promise<unknown>): Promise<Watched> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  let mostMegabytes = 0;
  const ask = async (path: string) => {
    const times: number[] = [];
    let failed = 0;
    while (!isOver) {
      const began = performance.now();
      if (!(await responds(url + path, key))) failed += 1;
      times.push(performance.now() - began);
      mostMegabytes = Math.max(mostMegabytes, residentMegabytes(pid));
      await Bun.sleep(PAUSE);
    }
    return latenciesOf(times, failed);
  };
  const [health, withKey] = await Promise.all([ask("/v1/health"), ask("/v1/channels?limit=1")]);
  await over;
  return { name, health, withKey, mostMegabytes };
}

function latenciesOf(times: readonly number[], failed: number): Latencies {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((part) => rounded(quantile([...times], part)));
  return { asked: times.length, failed, p50: p50 ?? 0, p99: p99 ?? 0, longest: longest ?? 0 };
}

async function responds(url: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { "x-api-key": key } });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

function textOf({ phases, residentMegabytes }: HostileReport): string {
  const one = ({ asked, failed, p50, p99, longest }: Latencies) =>
    `${asked} asked, ${failed} failed, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`;
  const lines = phases.flatMap(({ name, health, withKey, mostMegabytes, opened }) => [
    `${name}${opened === undefined ? "" : ` (${opened} connections opened)`}: at most ${mostMegabytes} MB resident`,
    `  health    ${one(health)}`,
    `  with a key ${one(withKey)}`,
  ]);
  const attacked = phases.slice(1);
  const isMet = attacked.every(
    ({ health, withKey }) => health.p99 < TARGET && health.failed + withKey.failed === 0,
  );
  return [
    ...lines,
    `memory: ${residentMegabytes} MB resident afterwards`,
    `target: health's p99 under ${TARGET} ms, none failed: ${isMet ? "met" : "MISSED"}`,
  ].join("\n");
}
