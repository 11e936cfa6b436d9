/** Somebody who asks for what belongs to others. */
import { ask } from "./api.ts";
import type { LiveOrganization, World } from "./world.ts";

const PAUSE_MS = 1500;

/** Asks for messages, channels and endpoints of another organisation, and writes in its name, until the end. */
export async function probe(world: World, organization: LiveOrganization, other: LiveOrganization) {
  while (!world.isOver()) {
    await Bun.sleep(PAUSE_MS);
    for (const path of pathsOf(world, other)) {
      const at = world.now();
      const answer = await ask(world, organization.key, "GET", path);
      world.history.probes.push({
        at,
        organization: organization.label,
        path,
        status: answer?.status ?? null,
      });
    }
  }
}

function pathsOf({ history, random }: World, { label, channels }: LiveOrganization): string[] {
  const theirs = history.sends.filter(
    ({ organization, accepted }) => organization === label && accepted.length > 0,
  );
  const events = history.readings.find(({ organization }) => organization === label)?.ids ?? [];
  return [
    ...(theirs.length === 0 ? [] : [`/v1/messages/${random.pick(theirs).accepted[0]?.id}`]),
    ...(events.length === 0 ? [] : [`/v1/events?after=${random.pick(events)}`]),
    `/v1/channels/${random.pick(channels).id}`,
  ];
}
