/** Messages through their whole life: accepted, sent, reported as sent, delivered and read, told to an endpoint each time. */
import type { Sql } from "../../db/connection/client.ts";
import type { LoadOptions, LoadResult } from "./load/types.ts";
import { runProgram } from "./stage/process.ts";
import type { Target } from "./stage/stage.ts";
import { type DeliveryStage, forget } from "./webhooks/deliveries.ts";
import type { Taken } from "./webhooks/types.ts";

/** Queued, sent, delivered, read. */
const STATUSES = 4;
const POLL_MS = 50;
/** When nothing has come for so long, the database is asked whether anything still will. */
const QUIET_MS = 3000;
const LONGEST_WAIT_MS = 120_000;

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
  const since = new Date();
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
  const endedAt = await untilTold(run, share(messages) * entrances.length * STATUSES, since);
  return { seconds: (endedAt - startedAt) / 1000, loads };
}

/**
 * Waits until so many webhooks came, or all that there are: on a busy machine a status may be overtaken by a later one,
 * and is then not told. Returns when the last one came; throws when none comes although some are due.
 */
async function untilTold({ receiverUrl, sql }: DeliveryStage, count: number, since: Date): Promise<number> {
  let told = -1;
  let lastAt = performance.now();
  while (told < count) {
    const taken = (await (await fetch(`${receiverUrl}/taken`)).json()) as Taken;
    const quietFor = performance.now() - lastAt;
    if (taken.count > told) {
      told = taken.count;
      lastAt = performance.now();
    } else if (quietFor > LONGEST_WAIT_MS) throw new Error(`only ${told} of ${count} deliveries came`);
    else if (quietFor > QUIET_MS && (await isAllTold(sql, since, told))) break;
    if (told < count) await Bun.sleep(POLL_MS);
  }
  return lastAt;
}

/** Whether every message since then was read, and as many deliveries were made as came. */
async function isAllTold(sql: Sql, since: Date, told: number): Promise<boolean> {
  const [row] = await sql<{ unread: boolean; made: number; waiting: boolean }[]>`
    select exists (select from messages where id >= uuid_bound(${since}) and status <> 'read') as unread,
      exists (select from lane_items where kind = 'endpoint') as waiting,
      (
        select count(*) from deliveries as stored cross join lateral each_delivery(stored) as delivery
        where stored.id >= 'dlv_' || ulid_time(${since}) and delivery.status = 'succeeded'
      ) as made`;
  return row !== undefined && !row.unread && !row.waiting && row.made <= told;
}
