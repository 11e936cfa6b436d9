import { randomUUID } from "node:crypto";
import { deliver } from "../delivery/delivery.ts";
import type { Restriction } from "../memory/restrictions.ts";
import { timelock } from "../queries/mex.ts";
import { cappingInfo } from "../queries/new-chats.ts";
import { node, SERVER } from "../wire/nodes.ts";
import type { World } from "../world.ts";

/**
 * Holds an account back, or lets it go, and notifies its companions
 * (Baileys: `handleMexNotification` in Socket/messages-recv.js), unless they are to find out by themselves.
 */
export function restrict(
  world: World,
  number: string,
  change: Partial<Restriction>,
  notifies = true,
): Restriction {
  const restriction = { ...world.restrictions.of(number), ...change };
  world.restrictions.set(number, restriction);
  if (!notifies) return restriction;
  if (change.lockedUntil !== undefined) {
    const data = { xwa2_notify_account_reachout_timelock: timelock(restriction.lockedUntil) };
    notify(world, number, "NotificationUserReachoutTimelockUpdate", data);
  }
  if (change.capping !== undefined || change.newChats !== undefined) {
    const data = { xwa2_notify_new_chat_messages_capping_info_update: cappingInfo(restriction) };
    notify(world, number, "MessageCappingInfoNotification", data);
  }
  return restriction;
}

function notify(world: World, number: string, operation: string, data: object): void {
  const update = node("update", { op_name: operation }, Buffer.from(JSON.stringify({ data })));
  for (const companion of world.phones.phone(number).devices.values()) {
    const attributes = { type: "mex", from: SERVER, id: randomUUID() };
    deliver(world, companion, node("notification", attributes, [update]));
  }
}
