/** `scripts/failover`: see there. */

import { cpus } from "node:os";
import { Command } from "commander";
import { createEndings } from "../../stage/endings.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { type Fault, type Happened, happen } from "./faults.ts";
import { openSite, type Site, TOLD } from "./site.ts";
import { startTraffic } from "./traffic.ts";
import { complaints, judge, type Verdict } from "./verdict.ts";

const values = new Command("./scripts/failover")
  .description(
    "Two daemons on three Postgres servers that Patroni looks after, while the primary is lost, switched and cut off.",
  )
  .option("--rate <count>", "sends a second", "300")
  .option("--lost <count>", "how often the primary's machine is lost", "5")
  .option("--switched <count>", "how often the roles are switched over", "5")
  .option("--cut <count>", "how often the primary's network is cut", "2")
  .option("--out <file>", "the JSON", "dist/failover.json")
  .allowExcessArguments(false)
  .parse()
  .opts<{ rate: string; lost: string; switched: string; cut: string; out: string }>();

/** Of the rate: what was due in an outage is accepted after it, and the last of it after the time. */
const TOLERANCE = 0.02;

process.exitCode = await run();

async function run(): Promise<number> {
  const endings = createEndings(() => {});
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void endings.end().finally(() => process.exit(130)));
  try {
    const cluster = await endings.kept(startCluster, (started) => started.stop());
    await cluster.settled();
    return await report(await measure(cluster, await openSite(cluster, endings)));
  } finally {
    await endings.end();
  }
}

type Report = {
  at: string;
  machine: string;
  /** Sends that became due a second. */
  rate: number;
  seconds: number;
  acceptedPerSecond: number;
  /** Over the time until the last one was sent and told of. */
  endedPerSecond: number;
  happened: Happened[];
  refused: object;
  verdict: Verdict;
};

async function measure(cluster: Cluster, site: Site): Promise<Report> {
  const rate = Number(values.rate);
  const startedAt = performance.now();
  const traffic = startTraffic({ urls: site.urls, key: site.key, rate, address: site.address });
  await Bun.sleep(10_000);
  const happened: Happened[] = [];
  for (const fault of plan()) {
    happened.push(await happen(cluster, fault, traffic.longestPause));
    say(happened.at(-1));
  }
  await traffic.stop();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const verdict = await judge({
    databaseUrl: cluster.databaseUrl,
    accepted: traffic.accepted,
    arrived: site.arrived,
    stream: site.stream.seen,
    endpoint: site.endpoint.seen,
    told: TOLD,
  });
  const machine = `${cpus().length} processors, Bun ${Bun.version}`;
  const refused = Object.fromEntries(traffic.refused);
  const each = (time: number) => Math.round((verdict.accepted / time) * 10) / 10;
  return {
    ...{ at: new Date().toISOString(), machine, rate, seconds },
    ...{ acceptedPerSecond: each(seconds), endedPerSecond: each(seconds + verdict.secondsToEnd) },
    ...{ happened, refused, verdict },
  };
}

/** One of each in turn, as long as there are any left. */
function plan(): Fault[] {
  const left = { lost: Number(values.lost), switched: Number(values.switched), cut: Number(values.cut) };
  const faults: Fault[] = [];
  const names = ["lost", "switched", "cut"] as const;
  while (names.some((name) => left[name] > 0)) {
    for (const name of names) if (left[name]-- > 0) faults.push(name);
  }
  return faults;
}

async function report(found: Report): Promise<number> {
  await Bun.write(values.out, `${JSON.stringify(found, null, 2)}\n`);
  say(found);
  const isSlow = found.acceptedPerSecond < found.rate * (1 - TOLERANCE);
  const slow = `${found.acceptedPerSecond} sends were accepted a second, and not ${found.rate}`;
  const wrong = [...complaints(found.verdict), ...(isSlow ? [slow] : [])];
  for (const line of wrong) process.stdout.write(`NOT MET  ${line}\n`);
  if (wrong.length === 0)
    process.stdout.write(
      "met      every 201 came to an end, all arrived, nothing doubled, no event missing\n",
    );
  return wrong.length === 0 ? 0 : 1;
}

function say(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
