/** The time after the last fault: everything comes to its end, and is compared with what was promised. */
import { insist } from "../actors/api.ts";
import type { Acting, World } from "../actors/world.ts";
import { check } from "../checker/check.ts";
import type { Violation } from "../checker/violation.ts";
import type { Promised } from "../promises.ts";
import { collect } from "./collect.ts";

type Ending = World & { end(): void };

/** How long everything may take to come to its end. */
const MOST_MS = 120_000;
const PAUSE_MS = 1000;

/** What is promised for some time: that it is not so yet is no violation before the time is up. */
const EVENTUAL: readonly Promised[] = [1, 2, 7, 8, 9, 11, 12];

/** Looks again and again, until nothing is left that may still come; returns the violations of the last look. */
export async function settle(
  world: Ending,
  { acting, only }: { acting: Acting; only: readonly Promised[] },
): Promise<Violation[]> {
  const giveUpAt = world.now() + MOST_MS;
  await Promise.race([acting.byThemselves, Bun.sleep(MOST_MS)]);
  while (true) {
    await collect(world);
    const violations = check(world.history, only);
    const isLeft = violations.some(({ promise }) => EVENTUAL.includes(promise));
    if (!isLeft || world.now() > giveUpAt) {
      world.end();
      return violations;
    }
    await retryDeliveries(world, violations);
    await Bun.sleep(PAUSE_MS);
  }
}

/** As an operator would after an outage: what is due in five minutes or more is delivered now. */
async function retryDeliveries(world: Ending, violations: Violation[]): Promise<void> {
  const missing = violations.filter(({ promise, says }) => promise === 8 && says.includes("never reached"));
  for (const { about } of missing) {
    const [event, endpoint] = about;
    const owner = world.history.endpoints.find(({ id }) => id === endpoint)?.organization;
    const key = world.organizations.find(({ label }) => label === owner)?.key;
    if (key !== undefined)
      await insist(world, key, "POST", `/v1/settings/developer/webhooks/deliveries/${event}/retry`, {});
  }
}
