/** How many messages a second are accepted, over few connections and many. */
import { postMessages } from "./post-messages.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage } from "./stage.ts";

const FULL = { connections: [1, 16, 64, 256, 1024], warmUpSeconds: 1, seconds: 2, rounds: 3 };
/** With so many connections that a daemon which counts requests too long refuses some (daemon/http/places.ts). */
const QUICK = { connections: [1, 1024], warmUpSeconds: 0, seconds: 1, rounds: 2 };
/** Slow enough that the daemon's own sending is not what is measured. */
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };

/** Measures the daemon while its lane is awake and sends one message a second; the median of several rounds counts. */
export async function measureAccept({ daemon }: Stage, quick: boolean): Promise<Figure[]> {
  const { rounds, ...plan } = quick ? QUICK : FULL;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  const figures: Figure[] = [];
  for (const connections of plan.connections) {
    const loads = [];
    for (let round = 0; round < rounds; round++)
      loads.push(await postMessages(daemon, { ...plan, connections }));
    const median = (values: number[]) => quantile(values, 0.5);
    const name = `accepted over ${connections}`;
    figures.push(
      figure(name, median(loads.map(({ received, seconds }) => received / seconds)), "a second", {
        digits: 0,
      }),
      figure(`${name}, p50`, median(loads.map(({ p50 }) => p50)), "ms"),
      figure(`${name}, p99`, median(loads.map(({ p99 }) => p99)), "ms"),
    );
  }
  return figures;
}
