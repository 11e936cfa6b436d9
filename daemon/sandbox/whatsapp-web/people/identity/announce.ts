import type { BinaryNode } from "baileys";
import { node, seconds } from "../../wire/nodes.ts";
import type { World } from "../world.ts";
import { addressOf } from "./addresses.ts";
import type { Person } from "./persons.ts";

/** Lets others know that somebody has another number. */
export function announceMove(world: World, before: Person, now: Person): void {
  const modify = node("modify", {
    old: addressOf(before, "s.whatsapp.net"),
    new: addressOf(now, "s.whatsapp.net"),
    old_lid: addressOf(before, "lid"),
    new_lid: addressOf(now, "lid"),
  });
  announce(world, { about: before, except: now.number }, "contacts", modify);
}

/** Lets others know that somebody shows another picture, or (null) none. */
export function announcePicture(world: World, person: Person, name: string | null): void {
  const jid = addressOf(person, "s.whatsapp.net");
  const change = name === null ? node("delete", { jid }) : node("set", { jid, id: name });
  announce(world, { about: person, except: person.number }, "picture", change);
}

/** To all other numbers with companions: they have everybody in their address book. */
function announce(
  world: World,
  { about, except }: { about: Person; except: string },
  type: string,
  change: BinaryNode,
): void {
  const from = addressOf(about, "s.whatsapp.net");
  for (const number of world.linkedNumbers())
    for (const device of number === except ? [] : world.companionsOf(number))
      world.switchboard.deliver(
        device,
        node("notification", { id: crypto.randomUUID(), from, type, t: seconds() }, [change]),
      );
}
