import { announceWaiting } from "../delivery/delivery.ts";
import { unlink } from "../pairing/unlink.ts";
import { child } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** `active`: the companion is ready for what waited for it. `passive`: it is not. */
export function passiveResult({ world, online, iq }: Query): QueryResult {
  if (child(iq, "active") === undefined) return [];
  queueMicrotask(() => {
    announceWaiting(world, online);
    world.people.active(online.companion);
  });
  return [];
}

/** `remove-companion-device`: the companion logs itself out. */
export function linkedDevicesResult({ world, online, iq }: Query): QueryResult {
  const removed = world.phones.companion(child(iq, "remove-companion-device")?.attrs.jid);
  if (removed?.account !== online.companion.account) return { code: 404, text: "item-not-found" };
  queueMicrotask(() => unlink(world, removed));
  return [];
}
