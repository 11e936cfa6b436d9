/** Programs whose keys come and go: they call the API all the time, also after their key is revoked. */
import { ask, insist } from "./api.ts";
import type { Key, LiveOrganization, World } from "./world.ts";

const PAUSE_MS = 400;
const PERMISSIONS = ["channels:read", "messages:read"];

/** Makes a key, uses it at every daemon, revokes it, and uses it until the end. */
export async function useKey(
  world: World,
  organization: LiveOrganization,
  { fromMs, untilMs, n }: { fromMs: number; untilMs: number; n: number },
): Promise<void> {
  await world.until(fromMs);
  const name = `key ${n} of ${organization.label}`;
  const wish = { name, permissions: PERMISSIONS };
  const made = await insist(world, organization.key, "POST", "/v1/api-keys", wish, { idempotencyKey: name });
  if (made?.status !== 201) return;
  const using = keepAsking(world, { organization: organization.label, name, secret: made.body.key });
  await world.until(untilMs);
  const gone = await insist(world, organization.key, "DELETE", `/v1/api-keys/${made.body.id}`);
  // 404: an earlier request, whose response was lost, has done it
  if (gone !== null && [204, 404].includes(gone.status))
    world.history.revocations.push({ key: name, at: world.now() });
  await using;
}

async function keepAsking(world: World, key: Key): Promise<void> {
  for (let turn = 0; !world.isOver(); turn++) {
    await ask(world, key, "GET", "/v1/channels", undefined, { daemon: turn % world.stage.daemons.length });
    await Bun.sleep(PAUSE_MS);
  }
}
