/** How many messages a second are accepted, and what that is of two baselines that are measured in turns. */
import { type LoadResult, postMessages } from "./post-messages.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage, Target } from "./stage.ts";

type Plan = { connections: number[]; warmUpSeconds: number; seconds: number; rounds: number };

const FULL: Plan = { connections: [1, 16, 64, 256, 1024], warmUpSeconds: 1, seconds: 2, rounds: 3 };
/** With so many connections that a daemon which counts requests too long refuses some (daemon/http/places.ts). */
const QUICK: Plan = { connections: [1, 1024], warmUpSeconds: 0, seconds: 1, rounds: 2 };
/** Slow enough that the daemon's own sending is not what is measured. */
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };

/**
 * Measures the daemon (its lane is awake but sends one message a second) and the baselines in turns, in one order
 * and then in the other, so that a machine that gets slower or faster meanwhile does it to all of them.
 */
export async function measureAccept(stage: Stage, quick: boolean): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const { daemon } = stage;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  const { withoutDatabase, onePerRequest } = await stage.startBaselines();
  const contestants = [withoutDatabase, onePerRequest, daemon];
  const figures: Figure[] = [];
  for (const connections of plan.connections) {
    const results = new Map<Target, LoadResult[]>(contestants.map((target) => [target, []]));
    for (let round = 0; round < plan.rounds; round++)
      for (const target of round % 2 === 0 ? contestants : contestants.toReversed())
        results.get(target)?.push(await postMessages(target, { ...plan, connections }));
    const [free = [], single = [], own = []] = contestants.map((target) => results.get(target));
    figures.push(...compare(connections, { free, single, own }));
  }
  return figures;
}

function compare(
  connections: number,
  { free, single, own }: Record<"free" | "single" | "own", LoadResult[]>,
) {
  const median = (of: (round: LoadResult) => number) => quantile(own.map(of), 0.5);
  const name = `accepted over ${connections}`;
  return [
    figure(name, rate(own), "a second", { digits: 0 }),
    figure(
      `${name}, p50`,
      median(({ p50 }) => p50),
      "ms",
    ),
    figure(
      `${name}, p99`,
      median(({ p99 }) => p99),
      "ms",
    ),
    figure(`${name}, of the same without a database`, (rate(own) / rate(free)) * 100, "%"),
    figure(`${name}, of one transaction each`, rate(own) / rate(single), "times"),
  ];
}

/** Of all rounds together. */
function rate(rounds: readonly LoadResult[]): number {
  const sum = (of: (round: LoadResult) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return sum(({ received }) => received) / sum(({ seconds }) => seconds);
}
