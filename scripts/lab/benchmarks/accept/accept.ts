/** How many messages a second are accepted, over few connections and many. */
import { fromSource, type Server } from "../../stage/process.ts";
import { type LoadResult, postMessages } from "../post-messages.ts";
import { type Figure, figure, quantile } from "../report.ts";
import type { Stage } from "../stage.ts";

const FULL = { connections: [1, 16, 64, 256, 1024], warmUpSeconds: 1, seconds: 2, rounds: 3 };
/** With so many connections that a daemon which counts requests too long refuses some (daemon/http/places.ts). */
const QUICK = { connections: [1, 1024], warmUpSeconds: 0, seconds: 1, rounds: 2 };
/** Slow enough that the daemon's own sending is not what is measured. */
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };

/**
 * Measures the daemon while its lane is awake and sends one message a second, and in turns with it a program that writes
 * one row for each request: the median of several rounds counts.
 */
export async function measureAccept(stage: Stage, quick: boolean): Promise<Figure[]> {
  const { daemon } = stage;
  const { rounds, ...plan } = quick ? QUICK : FULL;
  const oneRow = { ...daemon, url: (await startOneRow(stage)).address };
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  const figures: Figure[] = [];
  for (const connections of plan.connections) {
    const loads: LoadResult[] = [];
    const shares: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const fixed = perSecond(await postMessages(oneRow, { ...plan, connections }));
      const load = await postMessages(daemon, { ...plan, connections });
      loads.push(load);
      shares.push(perSecond(load) / fixed);
    }
    const median = (values: number[]) => quantile(values, 0.5);
    const name = `accepted over ${connections}`;
    figures.push(
      figure(name, median(loads.map(perSecond)), "a second", { digits: 0 }),
      figure(`${name}, p50`, median(loads.map(({ p50 }) => p50)), "ms"),
      figure(`${name}, p99`, median(loads.map(({ p99 }) => p99)), "ms"),
      figure(`${name}, of what one row each comes to`, median(shares), "times", { digits: 2 }),
    );
  }
  return figures;
}

function startOneRow({ startProgram, databaseUrl }: Stage): Promise<Server> {
  const program = fromSource("scripts/lab/benchmarks/accept/one-row.ts");
  return startProgram(program, /listening at (\S+)/, { DATABASE_URL: databaseUrl });
}

function perSecond({ received, seconds }: LoadResult): number {
  return received / seconds;
}
