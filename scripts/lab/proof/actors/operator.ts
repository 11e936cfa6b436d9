/** An operator's actions after an outage. */
import { insist } from "./api.ts";
import type { World } from "./world.ts";

const WEBHOOKS = "/v1/settings/developer/webhooks";

/**
 * Resumes the endpoints that were disabled, such as one that answered 410, and replays what they missed; returns how
 * many.
 */
export async function resumeEndpoints(world: World): Promise<number> {
  let resumed = 0;
  for (const { key } of world.organizations) {
    const listed = await insist(world, key, "GET", WEBHOOKS);
    const disabled: { id: string }[] = (listed?.body.data ?? []).filter(isDisabled);
    for (const { id } of disabled) {
      await insist(world, key, "PATCH", `${WEBHOOKS}/endpoints/${id}`, { enabled: true });
      const missed = { endpoint_id: id, since: BEGINNING };
      await insist(world, key, "POST", `${WEBHOOKS}/deliveries/replay`, missed, {
        idempotencyKey: `replay for ${id} at ${world.now()}`,
      });
      resumed += 1;
    }
  }
  return resumed;
}

/** Before anything of the run. */
const BEGINNING = new Date(Date.now() - 86_400_000).toISOString();

function isDisabled({ enabled }: { enabled: boolean }): boolean {
  return !enabled;
}
