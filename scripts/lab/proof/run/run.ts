/** One run: everything that a plan has, from an empty database to the end of the last message. */

import { openBudget } from "../actors/budgets.ts";
import { broadcast, importContacts } from "../actors/bulk.ts";
import { converse } from "../actors/conversation.ts";
import { useKey } from "../actors/keys.ts";
import { readLog } from "../actors/log-readers.ts";
import { probe } from "../actors/probes.ts";
import { rearrange, reveal } from "../actors/rearranging.ts";
import { type Receivers, startReceivers } from "../actors/receivers.ts";
import { closeForToday, stopAndStart } from "../actors/rules.ts";
import { equip, makeOrganization } from "../actors/set-up.ts";
import { watch } from "../actors/watchers.ts";
import type { Acting, LiveOrganization, World } from "../actors/world.ts";
import { write } from "../actors/writers.ts";
import type { Violation } from "../checker/violation.ts";
import { causeAll } from "../faults/faults.ts";
import { createMoments, watchCalls } from "../faults/moments.ts";
import { emptyHistory, type History } from "../history/history.ts";
import type { Promised } from "../promises.ts";
import { openStage, type Stage } from "../stage/stage.ts";
import type { Plan } from "../world/plan.ts";
import { createRandom } from "../world/random.ts";
import { within } from "./limit.ts";
import { sample } from "./sample.ts";
import { settle } from "./settle.ts";

export type Run = {
  plan: Plan;
  history: History;
  violations: Violation[];
  seconds: number;
  /** The daemons' logs by their names, to look for a cause in. */
  logs: Record<string, string>;
};

/** Runs a plan and checks what came of it; only the promises in `only`, if some are named. */
export async function run(plan: Plan, only: readonly Promised[] = []): Promise<Run> {
  const history = emptyHistory();
  const moments = createMoments();
  const startedAt = performance.now();
  let beganAt = startedAt;
  const now = () => Math.round(performance.now() - beganAt);
  const receivers = startReceivers({ history, now, signal: moments.signal });
  const stage = await openStage({
    ...{ zones: plan.zones, receiverPort: receivers.port },
    isPooled: plan.isPooled,
    beginsBefore: plan.faults.some(({ kind }) => kind === "upgrade"),
    isCluster: plan.faults.some(({ kind }) => kind === "primary"),
  });
  try {
    const world = createWorld(plan, stage, history, { now, signal: moments.signal });
    await within(setUp(world, receivers), () => "its organizations, channels and endpoints");
    watchCalls(moments, stage.relays);
    beganAt = performance.now();
    if (stage.withoutPooler !== null)
      history.faults.push({ at: 0, until: 0, kind: "pooler", says: `left out: ${stage.withoutPooler}` });
    for (const endpoint of history.endpoints) endpoint.at = 0;
    const acting = act(world);
    const sampling = sample(world);
    const faults = causeAll({ world, moments }, plan.faults);
    await Promise.all([within(faults, () => underWay(history)), Bun.sleep(plan.seconds * 1000)]);
    await within(heal(world, receivers), () => "Postgres to start after the last fault");
    const violations = await settle(world, { acting, only });
    await within(Promise.all([...acting.untilTheEnd, sampling]), () => "its readers and probes");
    const logs = Object.fromEntries(stage.daemons.map((daemon) => [daemon.name, daemon.log()]));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { plan, history, violations, seconds, logs };
  } finally {
    await within(stage.close(), () => "the end of what it started");
    receivers.stop();
  }
}

function createWorld(
  plan: Plan,
  stage: Stage,
  history: History,
  { now, signal }: Pick<World, "now" | "signal">,
): World & { end(): void } {
  let isOver = false;
  return {
    ...{ plan, stage, history, now, signal, organizations: [] },
    random: createRandom(plan.seed).fork("actors"),
    since: (time) => Date.parse(time) - Date.now() + now(),
    isOver: () => isOver,
    until: (atMs) => Bun.sleep(Math.max(0, atMs - now())),
    end() {
      isOver = true;
    },
  };
}

async function setUp(world: World, receivers: Receivers): Promise<void> {
  for (const plan of world.plan.organizations) world.organizations.push(await makeOrganization(world, plan));
  for (const daemon of world.stage.daemons) daemon.up();
  for (const organization of world.organizations) {
    await equip(world, organization, receivers);
    const { budget, isAway } = organization.plan;
    if (budget !== null) await openBudget(world, organization, budget);
    if (isAway) await closeForToday(world, organization);
  }
}

function act(world: World): Acting {
  const { organizations } = world;
  return {
    byThemselves: Promise.all(organizations.flatMap((one) => tasksOf(world, one))),
    untilTheEnd: [
      ...world.stage.daemons.map((daemon) => watch(world, daemon)),
      ...organizations.flatMap((one, index) => {
        const other = organizations[(index + 1) % organizations.length] ?? one;
        return [
          probe(world, one, other),
          ...one.plan.readers.map((reader, n) => readLog(world, one, { ...reader, n })),
          ...one.plan.keys.map((key, n) => useKey(world, one, { ...key, n })),
        ];
      }),
    ],
  };
}

function tasksOf(world: World, organization: LiveOrganization): Promise<unknown>[] {
  const { conversations, writers, rearrangements, reveals, stops, ...bulk } = organization.plan;
  return [
    ...conversations.map((plan) => converse(world, organization, plan)),
    ...writers.map((plan) => write(world, organization, plan)),
    ...rearrangements.map((plan) => rearrange(world, organization, plan)),
    ...reveals.map((plan) => reveal(world, organization, plan)),
    ...stops.map((plan) => stopAndStart(world, organization, plan)),
    ...(bulk.import === null ? [] : [importContacts(world, organization, bulk.import)]),
    ...(bulk.broadcast === null ? [] : [broadcast(world, organization, bulk.broadcast)]),
  ];
}

function underWay({ faults }: History): string {
  return `the end of these faults: ${faults
    .filter(({ until }) => until === Infinity)
    .map(({ at, says }) => `${says}, begun at ${at} ms`)
    .join("; ")}`;
}

/** All faults are over: everything runs, every way is open, every receiver accepts. */
async function heal({ stage }: World, receivers: Receivers): Promise<void> {
  receivers.calm();
  for (const relay of Object.values(stage.relays).flat()) relay.heal();
  await stage.postgres.start();
  for (const daemon of stage.daemons) {
    daemon.thaw();
    daemon.step(0);
    daemon.up();
  }
}
