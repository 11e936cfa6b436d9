import { planLaneEnd } from "../../db/lanes/ends.ts";
import {
  type DeliveryResult,
  type EndpointKey,
  finishDeliveries,
  nextDeliveryDue,
  peekDeliveries,
  startDeliveries,
} from "../../db/webhooks/deliveries.ts";
import { type EndpointTarget, findTarget } from "../../db/webhooks/endpoints.ts";
import type { Poster } from "../egress/post.ts";
import type { Lane, LaneItem, LaneWork, OpenLane } from "../lanes/lane.ts";
import { deferByItems } from "../lanes/waiting.ts";
import type { MediaStore } from "../media/stores/store.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { deliverOnce, type Prepared } from "./deliver-once.ts";
import { createWithFiles, type WithFiles } from "./forms/fill.ts";
import { FilesAwaited, type RequestDependencies, requestsOf } from "./forms/requests.ts";
import { openTarget } from "./opened-target.ts";
import { createEndpointPacers, type EndpointPacer } from "./pacer.ts";

/** A due delivery in its endpoint's lane. */
export type DeliveryItem = LaneItem & Prepared;

export type EndpointWorkDependencies = RequestDependencies & {
  secrets: Secrets;
  poster: Poster;
  /** Where the files of events are. */
  store: MediaStore;
  daemonId: string;
  /** For how many milliseconds after rows were read they are delivered without checking the database again. */
  readCounts?: number;
};

/** How long an event whose files are still being fetched is put off before they are looked for again. */
const FILES_LOOK_MS = 1500;

/** Concurrent deliveries to an endpoint that sets no number of its own. */
const CONCURRENCY = 20;

const READ_COUNTS_MS = 250;
/**
 * How long a success may wait to be written with others. Until then the endpoint would get the event again if the daemon
 * died.
 */
const PATIENCE_MS = 1000;

/** The work of the endpoints' lanes: delivering events, signed. */
export function createEndpointWork(
  dependencies: EndpointWorkDependencies,
): LaneWork<DeliveryItem, DeliveryResult> {
  const pacers = createEndpointPacers();
  const withFiles = createWithFiles(dependencies);
  const out = new Set<string>();
  return {
    async open(lane) {
      const target = await findTarget(dependencies.sql, lane.organizationId, lane.laneId);
      if (target === null) await planLaneEnd(dependencies.sql, lane);
      if (!target?.enabled) return null;
      return openEndpoint({ ...dependencies, withFiles }, lane, target, pacers, out);
    },
  };
}

function openEndpoint(
  dependencies: EndpointWorkDependencies & { withFiles: WithFiles },
  lane: Lane,
  opened: EndpointTarget,
  pacers: (target: EndpointTarget) => EndpointPacer,
  /** Ids of the deliveries this daemon is making, including those of a drain that lost the database. */
  out: Set<string>,
): OpenLane<DeliveryItem, DeliveryResult> {
  const { sql, poster, withFiles, daemonId, readCounts = READ_COUNTS_MS } = dependencies;
  const key = keyOf(lane);
  let target = opened;
  let openedTarget = openTarget(dependencies, opened);
  let readAt = Number.NEGATIVE_INFINITY;
  // then a success lets more of them start
  let isFailing = opened.is_failing;

  /** A drain can run for long, so a changed URL, rate or secret applies from the next rows read. */
  async function refresh(version: string | undefined): Promise<void> {
    if (version === undefined || version === target.version) return;
    target = (await findTarget(sql, lane.organizationId, lane.laneId)) ?? target;
    openedTarget = openTarget(dependencies, target);
  }

  return {
    keepsUpToDate: true,
    concurrency: () => target.concurrency ?? CONCURRENCY,
    pause: () => pacers(target).wait(),
    delay: ({ request }) => (request instanceof FilesAwaited ? FILES_LOOK_MS : pacers(target).take()),
    independent: true,
    patience({ status }, { row }) {
      const isAwaited = isFailing || row.trigger === "manual" || row.trigger === "test";
      return status === "succeeded" && !isAwaited ? PATIENCE_MS : 0;
    },
    async peek(busy, limit) {
      const startedAt = performance.now();
      const rows = await peekDeliveries(sql, key, daemonId, [...new Set([...busy, ...out])], limit);
      await refresh(rows[0]?.endpoint_version);
      readAt = startedAt;
      const requests = await requestsOf(dependencies, lane.organizationId, target, rows);
      return rows.map((row) => {
        const request = requests.get(row.id) ?? null;
        return { itemId: row.id, orderKey: row.id, row, request };
      });
    },
    async start(items) {
      if (performance.now() - readAt < readCounts) return [...items];
      const started = await startDeliveries(
        sql,
        key,
        daemonId,
        items.map((item) => item.itemId),
      );
      return items.filter((item) => started.includes(item.itemId));
    },
    async run(item, signal) {
      out.add(item.itemId);
      const result = await withFiles(key, item.request, async (request) => {
        return await deliverOnce(poster, openedTarget, { row: item.row, request }, signal);
      }).finally(() => out.delete(item.itemId));
      // a failure may pause the endpoint, so rows already read are checked again
      if (result.status !== "succeeded") {
        readAt = Number.NEGATIVE_INFINITY;
        isFailing = true;
      }
      return result;
    },
    async finish(results) {
      isFailing &&= !results.some(({ status }) => status === "succeeded");
      await finishDeliveries(sql, key, results);
    },
    reduced: (result) => ({
      ...result,
      response_body: null,
      error: result.error === null ? null : "the response could not be stored",
    }),
    ...deferByItems(sql, lane),
    nextDue: () => nextDeliveryDue(sql, key),
  };
}

function keyOf(lane: Lane): EndpointKey {
  return { organizationId: lane.organizationId, endpointId: lane.laneId };
}
