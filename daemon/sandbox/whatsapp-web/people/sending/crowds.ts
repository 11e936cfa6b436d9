import { randomBytes } from "node:crypto";
import { STATUS } from "../../wire/jids.ts";
import { node, seconds } from "../../wire/nodes.ts";
import { addressOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";
import { newMessageId } from "./saying.ts";

/** Where people write to many at once. */
export const CROWDS = { group: "120363000000000001@g.us", status: STATUS } as const;

/**
 * Writes into a group or a status that the account sees. The sandbox has no groups: nobody has the key of
 * this message, and a client that does not ignore it will ask for it again.
 */
export function sayToMany(world: World, from: Person, to: Person, crowd: keyof typeof CROWDS): string {
  const id = newMessageId();
  const attrs = {
    id,
    from: CROWDS[crowd],
    participant: addressOf(from, "lid"),
    participant_pn: addressOf(from, "s.whatsapp.net"),
    addressing_mode: "lid",
    type: "text",
    t: seconds(),
    notify: world.profile(from.number).pushName,
  };
  for (const device of world.companionsOf(to.number)) {
    const enc = node("enc", { v: "2", type: "skmsg" }, randomBytes(96));
    world.switchboard.deliver(device, node("message", attrs, [enc]));
  }
  return id;
}
