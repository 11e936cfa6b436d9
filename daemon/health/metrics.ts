import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { InboundBacklog } from "../../db/inbound/inbound.ts";
import type { MediaTotals } from "../../db/media/usage.ts";
import type { Drift } from "../drift/drift.ts";
import type { LaneItem, LaneWork } from "../lanes/lane.ts";
import { lostLines } from "../lib/log-destination.ts";
import { metricsOfProcess } from "./process-metrics.ts";

export type Metrics = {
  /** The response with the metrics. */
  respond(): Promise<Response>;
  /** Shows how many lanes are being drained. */
  watchLanes(active: () => number): void;
  /** Shows what came in that nobody reads. */
  watchDrift(counts: () => ReturnType<Drift["counts"]>): void;
  /** Counts an answered request. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** Counts a copy of a message to a paired number that could not be decrypted. */
  undecrypted(reason: string): void;
  /** The same work, which counts the results of its items. */
  counted<Item extends LaneItem, Result>(
    kind: string,
    work: LaneWork<Item, Result>,
    outcome: (result: Result) => string,
  ): LaneWork<Item, Result>;
};

/** The daemon's metrics for Prometheus: its process, requests, and the results of sends and deliveries. */
export function createMetrics(
  sessions: () => { held: number; connected: number } = () => ({ held: 0, connected: 0 }),
  backlog: () => Promise<InboundBacklog | null> = async () => null,
  media: () => Promise<MediaTotals | null> = async () => null,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "waypost_http_request_seconds",
    help: "Time to respond to requests",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const outcomes = new Counter({
    name: "waypost_lane_results_total",
    help: "Results of sends (lane channel) and deliveries (lane endpoint)",
    labelNames: ["lane", "outcome"],
    registers,
  });
  const undecrypted = new Counter({
    name: "waypost_undecryptable_messages_total",
    help: "Copies of messages to paired numbers that could not be decrypted",
    labelNames: ["reason"],
    registers,
  });
  new Gauge({
    name: "waypost_web_sessions",
    help: "Sessions of paired numbers that this daemon holds, and those of them that are logged in",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(sessions())) this.set({ state }, count);
    },
  });
  new Counter({
    name: "waypost_log_lines_lost_total",
    help: "Lines of the log that could not be written",
    registers,
    collect() {
      this.reset();
      this.inc(lostLines());
    },
  });
  addGauges(registry, backlog, BACKLOG_GAUGES);
  addGauges(registry, media, MEDIA_GAUGES);
  return {
    async respond() {
      const text = `${await metricsOfProcess()}\n${await registry.metrics()}`;
      return new Response(text, { headers: { "content-type": registry.contentType } });
    },
    watchLanes(active) {
      new Gauge({
        name: "waypost_lanes_active",
        help: "Lanes being drained by this daemon",
        registers,
        collect() {
          this.set(active());
        },
      });
    },
    watchDrift(counts) {
      new Counter({
        name: "waypost_drift_total",
        help: "What Meta or WhatsApp sent to this daemon that nobody reads, by its shape",
        labelNames: ["source", "shape"],
        registers,
        collect() {
          this.reset();
          for (const { source, shape, count } of counts()) this.inc({ source, shape }, count);
        },
      });
    },
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    undecrypted: (reason) => undecrypted.inc({ reason }),
    counted: (kind, work, outcome) => ({
      ...work,
      async open(lane) {
        const open = await work.open(lane);
        if (open === null) return null;
        return {
          ...open,
          async finish(results) {
            await open.finish(results);
            for (const result of results) outcomes.inc({ lane: kind, outcome: outcome(result) });
          },
        };
      },
    }),
  };
}

/** A gauge's name, its help, and its value in what is found. */
type GaugeOf<Found> = [name: string, help: string, measure: (found: Found) => number];

/** Gauges of what all daemons share; not a number while the database does not say. */
function addGauges<Found>(
  registry: Registry,
  find: () => Promise<Found | null>,
  gauges: readonly GaugeOf<Found>[],
): void {
  for (const [name, help, measure] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await find().catch(() => null);
        this.set(found === null ? Number.NaN : measure(found));
      },
    });
  }
}

const BACKLOG_GAUGES: readonly GaugeOf<InboundBacklog>[] = [
  ["waypost_inbound_waiting", "Calls of providers that wait to be processed", ({ waiting }) => waiting],
  [
    "waypost_inbound_oldest_seconds",
    "For how long the oldest of them has waited",
    ({ oldest_seconds }) => oldest_seconds,
  ],
  ["waypost_inbound_failed", "Calls of providers that are set aside", ({ failed }) => failed],
];

const MEDIA_GAUGES: readonly GaugeOf<MediaTotals>[] = [
  ["waypost_media_bytes", "Size of the stored files of messages", ({ bytes }) => bytes],
  [
    "waypost_media_fullest_share",
    "How much of what its files may take the fullest organisation has used up, from 0 to 1",
    ({ fullest }) => fullest,
  ],
];
