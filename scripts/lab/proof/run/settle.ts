/** The time after the last fault: everything comes to its end, and is compared with what was promised. */
import { insist } from "../actors/api.ts";
import { resumeEndpoints } from "../actors/operator.ts";
import type { Acting, World } from "../actors/world.ts";
import { check } from "../checker/check.ts";
import type { Violation } from "../checker/violation.ts";
import type { Promised } from "../promises.ts";
import { collect } from "./collect.ts";
import { within } from "./limit.ts";

type Ending = World & { end(): void };

/**
 * Work that does not end while nothing else ends either never ends. A message waits for up to six minutes between two
 * attempts: see retry.ts in daemon/messages/lane.
 */
const PATIENCE_MS = 420_000;
/** How long the clients may take for what they have left to say. */
const CLIENTS_MS = 600_000;
const PAUSE_MS = 1000;
/** A replay's deliveries come by themselves, as fast as they can. */
const MOST_RETRIES = 50;

/** Promises with a time limit: they are not violated before the time is up. */
const EVENTUAL: readonly Promised[] = [1, 2, 7, 8, 9, 11, 12, 15, 17, 19, 20];

/** Looks again and again, until nothing is left that may still come; returns the violations of the last look. */
export async function settle(
  world: Ending,
  { acting, only }: { acting: Acting; only: readonly Promised[] },
): Promise<Violation[]> {
  await Promise.race([acting.byThemselves, Bun.sleep(CLIENTS_MS)]);
  let fewest = Infinity;
  let giveUpAt = 0;
  while (true) {
    await within(collect(world), () => "what the API and the phones show at the end");
    const violations = check(world.history, only);
    const left = violations.filter(({ promise }) => EVENTUAL.includes(promise)).length;
    if (left < fewest) giveUpAt = world.now() + PATIENCE_MS;
    fewest = Math.min(fewest, left);
    if (left === 0 || world.now() > giveUpAt) {
      world.end();
      return violations;
    }
    if ((await resumeEndpoints(world)) === 0) await retryDeliveries(world, violations);
    await Bun.sleep(PAUSE_MS);
  }
}

/** As an operator would after an outage: what is due in five minutes or more is delivered now. */
async function retryDeliveries(world: Ending, violations: Violation[]): Promise<void> {
  const missing = violations.filter(({ promise, says }) => promise === 8 && says.includes("never reached"));
  // not always the same: one that only this brings on its way is not to wait behind what a replay brings
  for (const { about } of shuffled(missing).slice(0, MOST_RETRIES)) {
    const [event, endpoint] = about;
    const owner = world.history.endpoints.find(({ id }) => id === endpoint)?.organization;
    const key = world.organizations.find(({ label }) => label === owner)?.key;
    if (key !== undefined)
      await insist(world, key, "POST", `/v1/settings/developer/webhooks/deliveries/${event}/retry`, {});
  }
}

function shuffled<Thing>(things: readonly Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
