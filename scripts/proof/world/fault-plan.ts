import type { Random } from "./random.ts";

/** What a fault waits for: a moment at which an outage hurts the most. */
export type Moment = "any" | "call" | "webhook" | "inbound" | "accepted";

/** A way between two parts that a relay is on. */
export type Way = "database" | "graph" | "web" | "endpoints" | "inbound";

/** What goes wrong, `atMs` after the start. */
export type PlannedFault = { id: number; atMs: number } & (
  | { kind: "kill"; daemon: number; moment: Moment; downMs: number }
  | { kind: "stop"; daemon: number; downMs: number }
  | { kind: "freeze"; daemon: number; moment: Moment; forMs: number }
  | { kind: "kill postgres"; moment: Moment; downMs: number }
  | { kind: "cut"; way: Way; daemon: number; moment: Moment }
  | { kind: "silence"; way: Way; daemon: number; forMs: number }
  | { kind: "slow"; way: Way; daemon: number; forMs: number; delayMs: number }
  | { kind: "clock"; daemon: number; stepMs: number; forMs: number }
  | { kind: "whatsapp web"; fault: string; times: number }
  | { kind: "rotate the master key" }
  | { kind: "migrate" }
  | { kind: "fill the disk"; forMs: number }
);

/** Which kinds are drawn how often. */
const KINDS = [
  ...["kill", "kill", "kill", "stop", "freeze", "freeze", "kill postgres", "kill postgres"],
  ...["cut", "cut", "cut", "cut", "silence", "slow", "clock", "whatsapp web", "whatsapp web"],
  ...["rotate the master key", "migrate", "fill the disk"],
] as const;
const WAYS = ["database", "graph", "web", "endpoints", "inbound"] as const;
/** The ways on which something is under way at a moment: a cut of another one would hurt nobody. */
const BUSY_WAYS = {
  any: WAYS,
  call: ["graph", "graph", "web", "database"],
  webhook: ["endpoints", "database"],
  inbound: ["inbound", "web", "database"],
  accepted: ["database"],
} as const satisfies Record<Moment, readonly Way[]>;
const MOMENTS: readonly Moment[] = ["any", "call", "call", "webhook", "inbound", "accepted"];
const HOUR_MS = 3_600_000;

/** How many daemons share the database. */
export const DAEMONS = 2;

/** Every fault of the WhatsApp Web sandbox that a number survives without being paired again. */
const WEB_FAULTS = [
  ...["drop", "freeze", "503", "500", "428", "515", "no_ack", "slow_ack", "lost", "ack_429"],
];

/** About one fault in three seconds, in the order in which they come. */
export function planFaults(random: Random, seconds: number): PlannedFault[] {
  const count = random.between(Math.ceil(seconds / 4), Math.ceil(seconds / 2));
  const moments = Array.from({ length: count }, () => random.between(500, seconds * 900));
  moments.sort((one, other) => one - other);
  return moments.map((atMs, id) => ({ id, atMs, ...planFault(random, random.pick(KINDS)) }) as PlannedFault);
}

function planFault(random: Random, kind: (typeof KINDS)[number]) {
  const daemon = random.between(0, DAEMONS - 1);
  const forMs = random.between(300, 9000);
  const moment = random.pick(MOMENTS);
  const [way, busyWay] = [random.pick(WAYS), random.pick<Way>(BUSY_WAYS[moment])];
  const more = {
    kill: { daemon, moment, downMs: random.between(0, 4000) },
    stop: { daemon, downMs: random.between(0, 2000) },
    freeze: { daemon, moment, forMs },
    "kill postgres": { moment, downMs: random.between(0, 3000) },
    cut: { daemon, way: busyWay, moment },
    silence: { daemon, way, forMs },
    slow: { daemon, way, forMs, delayMs: random.between(50, 800) },
    clock: { daemon, forMs, stepMs: random.pick([-HOUR_MS, HOUR_MS, -90_000, 90_000, 26 * HOUR_MS]) },
    "whatsapp web": { fault: random.pick(WEB_FAULTS), times: random.between(1, 3) },
    "rotate the master key": {},
    migrate: {},
    "fill the disk": { forMs: random.between(500, 4000) },
  } satisfies Record<(typeof KINDS)[number], object>;
  return { kind, ...more[kind] };
}
