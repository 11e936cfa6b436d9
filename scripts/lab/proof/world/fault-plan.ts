import type { Random } from "./random.ts";

/** What a fault waits for: a moment at which an outage hurts the most. */
export type Moment = "any" | "call" | "webhook" | "inbound" | "accepted";

/** A way between two parts that a relay is on. */
export type Way = "database" | "graph" | "web" | "endpoints" | "inbound";

/** How the primary goes away: its machine is lost, the roles are switched over, its network is cut. */
export type Away = "lost" | "switched" | "cut";

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
  | { kind: "clock of postgres"; byMs: number }
  | { kind: "whatsapp web"; fault: string; at: string; times: number }
  | { kind: "rotate the master key" }
  | { kind: "migrate" }
  | { kind: "upgrade"; downMs: number }
  | { kind: "fill the disk"; forMs: number }
  | { kind: "primary"; how: Away }
);

/** Which kinds are drawn how often. */
const KINDS = [
  ...["kill", "kill", "kill", "stop", "freeze", "freeze", "kill postgres", "kill postgres"],
  ...["cut", "cut", "cut", "cut", "silence", "slow", "clock", "clock of postgres"],
  ...["whatsapp web", "whatsapp web"],
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
/** Above those of all others. */
const UPGRADE_ID = 100_000;
const HOUR_MS = 3_600_000;

/** How many daemons share the database. */
export const DAEMONS = 2;

/** The server of the WhatsApp Web sandbox is started anew, with all that it knows. */
export const RESTART = { fault: "restart", at: "now" };

/** Every fault of the WhatsApp Web sandbox that a number survives without being paired again. */
const WEB_FAULTS = [
  ...["now", "login", "message"].map((at) => ({ fault: "drop", at })),
  ...["now", "upgrade", "login"].map((at) => ({ fault: "freeze", at })),
  ...["503", "500", "428", "515"].flatMap((fault) => ["now", "login"].map((at) => ({ fault, at }))),
  ...["no_ack", "slow_ack", "lost", "ack_429"].map((fault) => ({ fault, at: "message" })),
  ...[{ fault: "refuse", at: "upgrade" }, RESTART, RESTART],
];

/** A daemon that is silent for longer than thirty seconds is taken for gone (`db/lanes/daemons.sql`), and its lanes move on. */
const PAST_LEASE_MS = { least: 32_000, most: 38_000 };

/** In every third world, the daemons begin as those of the version before, and become this one's in the middle. */
export function planUpgrade(random: Random, seconds: number): PlannedFault[] {
  if (!random.chance(1 / 3)) return [];
  const atMs = random.between(seconds * 200, seconds * 700);
  return [{ id: UPGRADE_ID, atMs, kind: "upgrade", downMs: random.between(500, 4000) }];
}

/** About one fault in three seconds, in the order in which they come. */
export function planFaults(random: Random, seconds: number): PlannedFault[] {
  const count = random.between(Math.ceil(seconds / 4), Math.ceil(seconds / 2));
  const moments = Array.from({ length: count }, () => random.between(500, seconds * 900));
  moments.sort((one, other) => one - other);
  return moments.map(
    (atMs, id) => ({ id, atMs, ...planFault(random, random.pick(KINDS), seconds) }) as PlannedFault,
  );
}

function planFault(random: Random, kind: (typeof KINDS)[number], seconds: number) {
  const daemon = random.between(0, DAEMONS - 1);
  const forMs = random.between(300, 9000);
  const moment = random.pick(MOMENTS);
  const [way, busyWay] = [random.pick(WAYS), random.pick<Way>(BUSY_WAYS[moment])];
  const { least, most } = PAST_LEASE_MS;
  const isLong = random.chance(0.25) && seconds * 1000 > 2 * least;
  const more = {
    kill: { daemon, moment, downMs: random.between(0, 4000) },
    stop: { daemon, downMs: random.between(0, 2000) },
    freeze: { daemon, moment, forMs: isLong ? random.between(least, most) : forMs },
    "kill postgres": { moment, downMs: random.between(0, 3000) },
    cut: { daemon, way: busyWay, moment },
    silence: { daemon, way, forMs },
    slow: { daemon, way, forMs, delayMs: random.between(50, 800) },
    clock: { daemon, forMs, stepMs: random.pick([-HOUR_MS, HOUR_MS, -90_000, 90_000, 26 * HOUR_MS]) },
    // never back: what was due by then would wait, see docs/promises.md
    "clock of postgres": { byMs: random.pick([1000, 5000, 40_000]) },
    "whatsapp web": { ...random.pick(WEB_FAULTS), times: random.between(1, 3) },
    "rotate the master key": {},
    migrate: {},
    "fill the disk": { forMs: random.between(500, 4000) },
  } satisfies Record<(typeof KINDS)[number], object>;
  return { kind, ...more[kind] };
}
