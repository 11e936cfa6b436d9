import { endWith } from "../faults/endings.ts";
import type { Companion } from "../memory/phones.ts";
import type { World } from "../world.ts";
import { notifyOthers } from "./device-news.ts";

/** Takes a companion off its phone: it gets 401, what waited for it is deleted, and it may not log in again. */
export function unlink(world: World, companion: Companion): void {
  const online = world.online.get(companion.jid);
  world.phones.unlink(companion);
  world.outbox.forget(companion);
  world.preKeys.forget(companion);
  world.people.unlinked(companion);
  notifyOthers(world, "remove", companion);
  if (online !== undefined) endWith(online.connection, "401", false);
}
