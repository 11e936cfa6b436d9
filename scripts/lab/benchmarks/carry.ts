/** Messages through their whole life: accepted, sent, reported as sent, delivered and read, each with a webhook. */
import { type LoadResult, postMessages } from "./post-messages.ts";
import type { Stage, Target } from "./stage.ts";
import type { Receiver } from "./webhook-receiver.ts";

/** Queued, sent, delivered, read. */
const STATUSES = 4;
const POLL_MS = 50;
/** When nothing has come for so long, the database is checked for more. */
const QUIET_MS = 3000;
const LONGEST_WAIT_MS = 120_000;

export type Carried = { seconds: number; loads: LoadResult[] };

/**
 * Sends so many messages in all, shared by the entrances, over so many connections in all. Returns in how many seconds
 * all of them were accepted, sent and read, and each status delivered to the receiver.
 */
export async function carryAll(
  { stage, receiver }: { stage: Stage; receiver: Receiver },
  entrances: readonly Target[],
  { connections, messages }: { connections: number; messages: number },
): Promise<Carried> {
  await receiver.forget();
  const share = (total: number) => Math.ceil(total / entrances.length);
  const since = new Date();
  const startedAt = performance.now();
  const options = { connections: share(connections), requests: share(messages) };
  const loads = await Promise.all(entrances.map((entrance) => postMessages(entrance, options)));
  const endedAt = await untilDelivered(stage, receiver, share(messages) * entrances.length * STATUSES, since);
  return { seconds: (endedAt - startedAt) / 1000, loads };
}

/**
 * Waits until so many webhooks came, or all that there are: on a busy machine a status may be overtaken by a later one,
 * and has no webhook then. Returns when the last one came; throws when none comes although some are due.
 */
async function untilDelivered(stage: Stage, receiver: Receiver, count: number, since: Date): Promise<number> {
  let delivered = -1;
  let lastAt = performance.now();
  while (delivered < count) {
    const taken = await receiver.taken();
    const quietFor = performance.now() - lastAt;
    if (taken.count > delivered) {
      delivered = taken.count;
      lastAt = performance.now();
    } else if (quietFor > LONGEST_WAIT_MS) throw new Error(`only ${delivered} of ${count} deliveries came`);
    else if (quietFor > QUIET_MS && (await isAllDelivered(stage, since, delivered))) break;
    if (delivered < count) await Bun.sleep(POLL_MS);
  }
  return lastAt;
}

/** Whether every message since then was read, and as many deliveries were made as came. */
async function isAllDelivered({ sql }: Stage, since: Date, delivered: number): Promise<boolean> {
  const [row] = await sql<{ unread: boolean; made: number; waiting: boolean }[]>`
    select exists (select from messages where id >= uuid_bound(${since}) and status <> 'read') as unread,
      exists (select from lane_items where kind = 'endpoint') as waiting,
      (
        select count(*) from deliveries as stored cross join lateral each_delivery(stored) as delivery
        where stored.id >= 'dlv_' || ulid_time(${since}) and delivery.status = 'succeeded'
      ) as made`;
  return row !== undefined && !row.unread && !row.waiting && row.made <= delivered;
}
