/** How many messages a second are accepted, and what that is of the two baselines. */

import type { LoadOptions, LoadResult } from "./load/types.ts";
import { runProgram } from "./stage/process.ts";
import type { Stage, Target } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";

/** Accepting at one number of connections; latencies in milliseconds. */
export type Accepting = {
  perSecond: number;
  /** The slowest and the fastest round. */
  slowest: number;
  fastest: number;
  p50: number;
  p99: number;
};

export type AcceptRow = {
  connections: number;
  withoutDatabase: Accepting;
  onePerRequest: Accepting;
  waypost: Accepting;
  /** Of the requests a second without a database, in percent. */
  percentOfWithoutDatabase: number;
  /** Times the requests a second of one transaction each. */
  timesOnePerRequest: number;
};

/** How long and how often each is measured. */
export type AcceptPlan = { connections: number[]; warmUpSeconds: number; seconds: number; rounds: number };

/** Slow enough that the daemon's own sending is not what is measured. */
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };
const UNPACED = { rate: { per_second: 100_000, per_recipient_seconds: 0 } };

/**
 * Measures the daemon (its lane is awake but sends one message a second) and the baselines in turns, in one order
 * and then in the other, so that a machine that gets slower or faster meanwhile does it to all of them.
 */
export async function measureAccept(stage: Stage, plan: AcceptPlan): Promise<AcceptRow[]> {
  const { daemon } = stage;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  const baselines = await stage.startBaselines();
  const contestants = [baselines.withoutDatabase, baselines.onePerRequest, daemon];
  const rows: AcceptRow[] = [];
  for (const connections of plan.connections) {
    const results = new Map<Target, LoadResult[]>(contestants.map((target) => [target, []]));
    for (let round = 0; round < plan.rounds; round++) {
      for (const target of round % 2 === 0 ? contestants : contestants.toReversed()) {
        results.get(target)?.push(await load(target, connections, plan));
      }
    }
    rows.push(
      compare(
        connections,
        contestants.map((target) => together(results.get(target) ?? [])),
      ),
    );
  }
  return rows;
}

/** Measures the daemon while its channel sends what waits as fast as it can. */
export async function measureWhileSending(
  { daemon }: Stage,
  connections: number,
  plan: AcceptPlan,
): Promise<Accepting> {
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: UNPACED });
  return together([await load(daemon, connections, plan)]);
}

/** Posts messages to a target over so many connections. */
async function load(
  target: Target,
  connections: number,
  plan: Pick<AcceptPlan, "warmUpSeconds" | "seconds">,
): Promise<LoadResult> {
  const options: LoadOptions = {
    url: target.url,
    key: target.key,
    channelId: target.channelId,
    connections,
    warmUpSeconds: plan.warmUpSeconds,
    seconds: plan.seconds,
    requests: Number.MAX_SAFE_INTEGER,
    scheduledAt: null,
  };
  const result = await runProgram<LoadResult>("load/load.ts", options);
  if (result.refusal !== null) throw new Error(`a message was refused: ${result.refusal}`);
  return result;
}

/** The throughput of all rounds; of the latencies, the middle round's. */
function together(rounds: LoadResult[]): Accepting {
  const sum = (of: (round: LoadResult) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const middle = (of: (round: LoadResult) => number) => rounded(quantile(rounds.map(of), 0.5));
  const rates = rounds.map(({ received, seconds }) => Math.round(received / seconds));
  return {
    perSecond: Math.round(sum((round) => round.received) / sum((round) => round.seconds)),
    slowest: Math.min(...rates),
    fastest: Math.max(...rates),
    p50: middle((round) => round.p50),
    p99: middle((round) => round.p99),
  };
}

function compare(connections: number, measured: Accepting[]): AcceptRow {
  const [withoutDatabase, onePerRequest, waypost] = measured as [Accepting, Accepting, Accepting];
  return {
    ...{ connections, withoutDatabase, onePerRequest, waypost },
    percentOfWithoutDatabase: rounded((waypost.perSecond / withoutDatabase.perSecond) * 100),
    timesOnePerRequest: rounded(waypost.perSecond / onePerRequest.perSecond),
  };
}
