import { node, seconds } from "../../wire/nodes.ts";
import type { World } from "../world.ts";
import { addressOf } from "./addresses.ts";
import type { Person } from "./persons.ts";

/** Lets all other numbers with companions know that somebody has another number: they have everybody in their address book. */
export function announceMove(world: World, before: Person, now: Person): void {
  const modify = node("modify", {
    old: addressOf(before, "s.whatsapp.net"),
    new: addressOf(now, "s.whatsapp.net"),
    old_lid: addressOf(before, "lid"),
    new_lid: addressOf(now, "lid"),
  });
  for (const number of world.linkedNumbers())
    for (const device of number === now.number ? [] : world.companionsOf(number))
      world.switchboard.deliver(
        device,
        node(
          "notification",
          {
            id: crypto.randomUUID(),
            from: addressOf(before, "s.whatsapp.net"),
            type: "contacts",
            t: seconds(),
          },
          [modify],
        ),
      );
}
