import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { addTraffic, type Counted } from "../../db/overview/traffic-counts.ts";
import type { DeliveryResult } from "../../db/webhooks/deliveries.ts";
import type { LaneWork } from "../lanes/lane.ts";
import { timeOfId } from "../lib/ids.ts";
import type { DeliveryItem } from "../webhooks/lane.ts";

const REST_MS = 5000;
const MINUTE_MS = 60_000;

export type DeliveryTally = {
  /** The same work, whose deliveries are counted. */
  counted(work: LaneWork<DeliveryItem, DeliveryResult>): LaneWork<DeliveryItem, DeliveryResult>;
  /** Writes what was counted, and ends it. */
  stop(): Promise<void>;
};

/**
 * Counts deliveries by organisation and minute, and writes the counts every few seconds: the log of events doesn't say
 * what became of them. A daemon that is killed loses its last seconds of these figures.
 */
export function createDeliveryTally({ sql, log }: { sql: Sql; log: Logger }): DeliveryTally {
  let counts = new Map<string, Counted>();

  function note(organizationId: string, { row }: DeliveryItem, isDelivered: boolean): void {
    const kind = isDelivered ? "webhook" : "webhook_failed";
    const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    // somebody asked for the others, long after the event
    const waitedMs =
      isDelivered && row.trigger === "schedule" ? Math.max(0, Date.now() - timeOfId(row.event_id)) : 0;
    const key = `${organizationId} ${at} ${kind}`;
    const known = counts.get(key);
    counts.set(key, {
      ...{ organization_id: organizationId, at: new Date(at).toISOString(), kind },
      count: (known?.count ?? 0) + 1,
      waited_ms: (known?.waited_ms ?? 0) + waitedMs,
      longest_ms: Math.max(known?.longest_ms ?? 0, waitedMs),
    });
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    await addTraffic(sql, written).catch((cause: unknown) =>
      log.warn({ err: cause }, "deliveries of a few seconds are missing in the history"),
    );
  }

  const timer = setInterval(() => void write(), REST_MS);
  return {
    counted: (work) => ({
      async open(lane) {
        const open = await work.open(lane);
        if (open === null) return null;
        return {
          ...open,
          async run(item, signal) {
            const result = await open.run(item, signal);
            if (item.row.trigger !== "test") note(lane.organizationId, item, result.status === "succeeded");
            return result;
          },
        };
      },
    }),
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
