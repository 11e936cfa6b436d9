import { seconds } from "../../wire/nodes.ts";
import { addressOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import { readEncoded } from "../receiving/contents.ts";
import { keepMessage } from "../receiving/keeping.ts";
import type { Outline } from "../sending/outline.ts";
import { encodeSaying, newMessageId, type Saying } from "../sending/saying.ts";
import { transmit } from "../sending/transmission.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import type { Group } from "./groups.ts";

/** Sends a message from a phone to everybody in a group, the first copies `unreadable`. Returns its id. */
export function sayInGroup(world: World, from: Person, group: Group, saying: Saying, unreadable = 0): string {
  const id = newMessageId();
  const plain = encodeSaying(saying.message);
  const raw = Buffer.from(plain).toString("base64");
  const members = world.groups.members(group);
  const letter = { id, form: "lid", device: 0, raw, chat: group.id, author: from.number } as const;
  for (const member of members)
    keepMessage(world, member, readEncoded(plain), { ...letter, fromMe: member.root === from.root });
  world.lanes.run(`${from.root} ${group.id}`, async () => {
    const outline = await sealed(world, from, group, { id, plain, raw, saying, unreadable });
    for (const member of members)
      for (const device of world.companionsOf(member.number)) transmit(world, from, device, outline);
  });
  return id;
}

type Made = { id: string; plain: Uint8Array; raw: string; saying: Saying; unreadable: number };

async function sealed(world: World, from: Person, group: Group, made: Made): Promise<Outline> {
  const { type = "text", mediaType, edit, beside = [] } = made.saying;
  const padded = baileys().writeRandomPadMax16(made.plain);
  const { ciphertext, distribution } = await world.senderKeys.encrypt(group.id, from, padded);
  return {
    attrs: { id: made.id, type, edit, t: seconds(), ...senderOf(world, from, group) },
    plain: made.raw,
    unreadable: made.unreadable,
    envelope: {
      ...(mediaType && { mediatype: mediaType }),
      ...(type === "reaction" && { "decrypt-fail": "hide" }),
    },
    beside,
    group: {
      id: group.id,
      ciphertext: Buffer.from(ciphertext).toString("base64"),
      distribution: Buffer.from(distribution).toString("base64"),
    },
  };
}

/** People are in groups by LID; the number stands beside it, unless it is hidden. */
function senderOf({ behaviours, profile }: World, from: Person, group: Group): Outline["attrs"] {
  const isShown = behaviours.of(from.number).number === "shown";
  return {
    from: group.id,
    participant: addressOf(from, "lid"),
    participant_pn: isShown ? addressOf(from, "s.whatsapp.net") : undefined,
    addressing_mode: "lid",
    notify: profile(from.number).pushName,
  };
}
