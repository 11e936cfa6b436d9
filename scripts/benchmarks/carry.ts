/** Messages through their whole life: accepted, sent, reported as sent, delivered and read, told to an endpoint each time. */
import type { LoadOptions, LoadResult } from "./load/types.ts";
import { runProgram } from "./stage/process.ts";
import type { Target } from "./stage/stage.ts";
import { type DeliveryStage, forget, untilTaken } from "./webhooks/deliveries.ts";

/** Queued, sent, delivered, read. */
const STATUSES = 4;

export type Carried = { seconds: number; loads: LoadResult[] };

/** Who accepts messages, and for which channel. */
export type Entrance = Pick<Target, "url" | "key" | "channelId">;

/**
 * Sends so many messages in all, shared by the entrances, over so many connections in all. Returns in how many seconds
 * all of them were accepted, sent, read and told.
 */
export async function carryAll(
  run: DeliveryStage,
  entrances: readonly Entrance[],
  { connections, messages }: { connections: number; messages: number },
): Promise<Carried> {
  await forget(run);
  const share = (total: number) => Math.ceil(total / entrances.length);
  const startedAt = performance.now();
  const loads = await Promise.all(
    entrances.map(({ url, key, channelId }) => {
      const options: LoadOptions = {
        ...{ url, key, channelId, connections: share(connections), warmUpSeconds: 0, seconds: 600 },
        ...{ requests: share(messages), scheduledAt: null },
      };
      return runProgram<LoadResult>("load/load.ts", options);
    }),
  );
  const refusal = loads.find((load) => load.refusal !== null)?.refusal;
  if (refusal !== undefined) throw new Error(`a message was refused: ${refusal}`);
  await untilTaken(run, share(messages) * entrances.length * STATUSES);
  return { seconds: (performance.now() - startedAt) / 1000, loads };
}
