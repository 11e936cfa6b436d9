/** Causes the faults of a plan, each at its time, and ends all of them when the world is over. */

import type { Relay } from "../../stage/relay.ts";
import { order } from "../actors/sandbox.ts";
import type { World } from "../actors/world.ts";
import { type PlannedFault, RESTART, type Way } from "../world/fault-plan.ts";
import type { Moments } from "./moments.ts";

/** The longest that a fault waits for its moment: then it comes without. */
const MOMENT_MS = 3000;

type Causing = { world: World; moments: Moments };
type Of<Kind> = Extract<PlannedFault, { kind: Kind }>;

/** Causes a fault and writes down when it was, and what; resolves when it is over. */
export async function cause(causing: Causing, fault: PlannedFault): Promise<void> {
  const { world } = causing;
  await world.until(fault.atMs);
  if (world.isOver()) return;
  const record = { at: world.now(), until: Infinity, kind: fault.kind, says: describe(fault) };
  world.history.faults.push(record);
  const failed = await inflict(causing, fault).catch((error: unknown) => String(error));
  if (typeof failed === "string") record.says += ` (${failed})`;
  record.until = world.now();
}

async function inflict(causing: Causing, fault: PlannedFault): Promise<string | undefined> {
  if (fault.kind === "kill") return kill(causing, fault);
  if (fault.kind === "stop") return stop(causing, fault);
  if (fault.kind === "freeze") return freeze(causing, fault);
  if (fault.kind === "kill postgres") return killPostgres(causing, fault);
  if (fault.kind === "cut") return cut(causing, fault);
  if (fault.kind === "silence" || fault.kind === "slow") return hinder(causing, fault);
  if (fault.kind === "clock") return step(causing, fault);
  if (fault.kind === "clock of postgres") return advancePostgres(causing, fault);
  if (fault.kind === "whatsapp web") return disturbWeb(causing, fault);
  if (fault.kind === "fill the disk") return fillDisk(causing, fault);
  if (fault.kind === "upgrade") return upgrade(causing, fault);
  const words = fault.kind === "migrate" ? ["migrate"] : ["secrets", "rotate", "--json"];
  await causing.world.stage.waypostd(...words);
}

async function kill({ world, moments }: Causing, { daemon, moment, downMs }: Of<"kill">) {
  const killed = world.stage.daemons[daemon];
  await moments.next(moment, daemon, MOMENT_MS);
  await killed?.down("SIGKILL");
  await Bun.sleep(downMs);
  killed?.up();
  return undefined;
}

async function stop({ world }: Causing, { daemon, downMs }: Of<"stop">) {
  await world.stage.daemons[daemon]?.down("SIGTERM");
  await Bun.sleep(downMs);
  world.stage.daemons[daemon]?.up();
  return undefined;
}

async function freeze({ world, moments }: Causing, { daemon, moment, forMs }: Of<"freeze">) {
  await moments.next(moment, daemon, MOMENT_MS);
  world.stage.daemons[daemon]?.freeze();
  await Bun.sleep(forMs);
  world.stage.daemons[daemon]?.thaw();
  return undefined;
}

async function killPostgres({ world, moments }: Causing, { moment, downMs }: Of<"kill postgres">) {
  await moments.next(moment, 0, MOMENT_MS);
  world.stage.postgres.kill();
  await Bun.sleep(downMs);
  await world.stage.postgres.start();
  return undefined;
}

async function cut({ world, moments }: Causing, { way, daemon, moment }: Of<"cut">) {
  await moments.next(moment, daemon, MOMENT_MS);
  relayOf(world, way, daemon)?.cut();
  return undefined;
}

async function hinder({ world }: Causing, fault: Of<"silence"> | Of<"slow">) {
  const relay = relayOf(world, fault.way, fault.daemon);
  if (fault.kind === "slow") relay?.slow(fault.delayMs);
  else relay?.silence();
  await Bun.sleep(fault.forMs);
  relay?.heal();
  return undefined;
}

async function step({ world }: Causing, { daemon, stepMs, forMs }: Of<"clock">) {
  world.stage.daemons[daemon]?.step(stepMs);
  await Bun.sleep(forMs);
  world.stage.daemons[daemon]?.step(0);
  return undefined;
}

async function advancePostgres({ world: { stage } }: Causing, { byMs }: Of<"clock of postgres">) {
  const { clock } = stage.postgres;
  if (clock === null) return "left out: libfaketime is not installed";
  clock.advance(byMs);
  return undefined;
}

async function disturbWeb({ world }: Causing, { fault, at, times }: Of<"whatsapp web">) {
  if (fault === RESTART.fault) await order(world, "POST", "restart", { keep: true });
  else await order(world, "POST", "faults", { fault, at, times });
  return undefined;
}

/** Everything of Postgres is on the disk, its log too: it may end, and is started again. */
async function fillDisk({ world: { stage } }: Causing, { forMs }: Of<"fill the disk">) {
  const { disk } = stage.postgres;
  if (disk === null) return "left out: no small file system can be mounted here";
  await disk.fill();
  await Bun.sleep(forMs);
  disk.empty();
  await stage.postgres.start();
  return undefined;
}

async function upgrade({ world: { stage } }: Causing, { downMs }: Of<"upgrade">) {
  if (stage.withoutUpgrade !== null) return `left out: ${stage.withoutUpgrade}`;
  await stage.upgrade(downMs);
  return undefined;
}

function relayOf({ stage }: World, way: Way, daemon: number): Relay | undefined {
  const relays = stage.relays[way];
  return relays[daemon] ?? relays[0];
}

/** A fault in words, as the report has it. */
function describe({ id: _, atMs: __, kind, ...more }: PlannedFault): string {
  const details = Object.entries(more).map(([name, value]) =>
    name === "daemon" ? `daemon ${Number(value) + 1}` : `${name} ${value}`,
  );
  return [kind, ...details].join(", ");
}
