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

/** Causes each at its time; those of the primary wait for each other. Resolves when all are over. */
export async function causeAll(causing: Causing, faults: readonly PlannedFault[]): Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  const begun = faults.map((fault) => {
    if (fault.kind !== "primary") return cause(causing, fault);
    turn = turn.then(() => cause(causing, fault));
    return turn;
  });
  await Promise.all(begun);
}

/** Causes a fault and writes down when it was, and what; resolves when it is over. */
async function cause(causing: Causing, fault: PlannedFault): Promise<void> {
  const { world } = causing;
  await world.until(fault.atMs);
  if (world.isOver()) return;
  const record = { at: world.now(), until: Infinity, kind: fault.kind, says: describe(fault) };
  world.history.faults.push(record);
  const inflict = INFLICTIONS[fault.kind] as Inflict<typeof fault.kind>;
  await inflict(causing, fault).catch((why: unknown) => {
    record.says += ` (${why})`;
  });
  record.until = world.now();
}

type Inflict<Kind> = (causing: Causing, fault: Of<Kind>) => Promise<unknown>;

/** How each kind is caused, until it is over. Throws the sentence that says why it is left out. */
const INFLICTIONS: { [Kind in PlannedFault["kind"]]: Inflict<Kind> } = {
  async kill({ world, moments }, { daemon, moment, downMs }) {
    await moments.next(moment, daemon, MOMENT_MS);
    await world.stage.daemons[daemon]?.down("SIGKILL");
    await Bun.sleep(downMs);
    world.stage.daemons[daemon]?.up();
  },
  async stop({ world }, { daemon, downMs }) {
    await world.stage.daemons[daemon]?.down("SIGTERM");
    await Bun.sleep(downMs);
    world.stage.daemons[daemon]?.up();
  },
  async freeze({ world, moments }, { daemon, moment, forMs }) {
    await moments.next(moment, daemon, MOMENT_MS);
    world.stage.daemons[daemon]?.freeze();
    await Bun.sleep(forMs);
    world.stage.daemons[daemon]?.thaw();
  },
  async "kill postgres"({ world, moments }, { moment, downMs }) {
    await moments.next(moment, 0, MOMENT_MS);
    world.stage.postgres.kill();
    await Bun.sleep(downMs);
    await world.stage.postgres.start();
  },
  async cut({ world, moments }, { way, daemon, moment }) {
    await moments.next(moment, daemon, MOMENT_MS);
    for (const relay of relaysOf(world, way, daemon)) relay.cut();
  },
  async silence({ world }, { way, daemon, forMs }) {
    for (const relay of relaysOf(world, way, daemon)) relay.silence();
    await Bun.sleep(forMs);
    for (const relay of relaysOf(world, way, daemon)) relay.heal();
  },
  async slow({ world }, { way, daemon, forMs, delayMs }) {
    for (const relay of relaysOf(world, way, daemon)) relay.slow(delayMs);
    await Bun.sleep(forMs);
    for (const relay of relaysOf(world, way, daemon)) relay.heal();
  },
  async clock({ world }, { daemon, stepMs, forMs }) {
    world.stage.daemons[daemon]?.step(stepMs);
    await Bun.sleep(forMs);
    world.stage.daemons[daemon]?.step(0);
  },
  async "clock of postgres"({ world: { stage } }, { byMs }) {
    if (stage.postgres.clock === null) throw "left out: libfaketime is not installed";
    stage.postgres.clock.advance(byMs);
  },
  async "whatsapp web"({ world }, { fault, at, times }) {
    if (fault === RESTART.fault) await order(world, "POST", "restart", { keep: true });
    else await order(world, "POST", "faults", { fault, at, times });
  },
  /** Everything of Postgres is on the disk, its log too: it may end, and is started again. */
  async "fill the disk"({ world: { stage } }, { forMs }) {
    const { disk } = stage.postgres;
    if (disk === null) throw "left out: no small file system can be mounted here";
    await disk.fill();
    await Bun.sleep(forMs);
    disk.empty();
    await stage.postgres.start();
  },
  async upgrade({ world: { stage } }, { downMs }) {
    if (stage.withoutUpgrade !== null) throw `left out: ${stage.withoutUpgrade}`;
    await stage.upgrade(downMs);
  },
  primary: async ({ world }, { how }) => await world.stage.postgres.takePrimaryAway?.(how),
  migrate: ({ world }) => world.stage.waypostd("migrate"),
  "rotate the master key": ({ world }) => world.stage.waypostd("secrets", "rotate", "--json"),
};

/** With a PgBouncer, two ways lead a daemon to its database. */
function relaysOf({ stage }: World, way: Way, daemon: number): Relay[] {
  const relays = stage.relays[way];
  const direct = way === "database" ? stage.relays.direct[daemon] : undefined;
  return [relays[daemon] ?? relays[0], direct].filter((relay) => relay !== undefined);
}

/** A fault in words, as the report has it. */
function describe({ id: _, atMs: __, kind, ...more }: PlannedFault): string {
  const details = Object.entries(more).map(([name, value]) =>
    name === "daemon" ? `daemon ${Number(value) + 1}` : `${name} ${value}`,
  );
  return [kind, ...details].join(", ");
}
