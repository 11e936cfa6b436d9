import { randomUUID } from "node:crypto";
import { deliver } from "../delivery/delivery.ts";
import type { Companion } from "../memory/phones.ts";
import { node } from "../wire/nodes.ts";
import type { World } from "../world.ts";

/**
 * Notifies an account's other companions that one was linked (`add`) or is gone (`remove`), so that they
 * write to the right devices (Baileys: `handleDevicesNotification` in Socket/messages-recv.js).
 */
export function notifyOthers(world: World, change: "add" | "remove", companion: Companion): void {
  const { account, keyIndex, jid, lid } = companion;
  const addresses = [
    { from: account.jid, jid },
    { from: account.lid, jid: lid },
  ];
  for (const other of account.devices.values()) {
    if (other.id === companion.id) continue;
    for (const address of addresses) {
      const device = node("device", { jid: address.jid, "key-index": keyIndex.toString() });
      const attributes = { type: "devices", from: address.from, id: randomUUID() };
      deliver(world, other, node("notification", attributes, [node(change, {}, [device])]));
    }
  }
}
