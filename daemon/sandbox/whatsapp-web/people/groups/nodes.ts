import type { BinaryNode } from "baileys";
import { lidJid } from "../../wire/jids.ts";
import { node, seconds } from "../../wire/nodes.ts";
import { addressOf } from "../identity/addresses.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";
import type { Group, Member } from "./groups.ts";

/** A group as the server describes it, by its digits alone (whatsmeow, `group.go`: parseGroupNode). */
export function groupNode(world: World, group: Group): BinaryNode {
  const created = seconds(Date.parse(group.createdAt));
  const attributes = {
    id: group.id.replace("@g.us", ""),
    subject: group.subject,
    creator: lidJid(group.owner),
    creation: created,
    s_t: created,
    s_o: lidJid(group.owner),
    addressing_mode: "lid",
    size: String(group.members.length),
  };
  const { description } = group;
  const about = description
    ? [node("description", { id: description.id }, [bodyNode(description.text)])]
    : [];
  return node("group", attributes, [
    ...about,
    ...(group.announce ? [node("announcement")] : []),
    ...(group.locked ? [node("locked")] : []),
    ...(group.expiresSeconds ? [timerNode(group.expiresSeconds)] : []),
    ...group.members.map((member) => participantNode(world, member)),
  ]);
}

/** A group's description. */
export function bodyNode(text: string): BinaryNode {
  return node("body", {}, Buffer.from(text));
}

/** After how many seconds messages of a group disappear; 0: they stay. */
export function timerNode(expiresSeconds: number): BinaryNode {
  if (expiresSeconds === 0) return node("not_ephemeral");
  return node("ephemeral", { expiration: String(expiresSeconds) });
}

/** Somebody in a group, with the number unless it is hidden. */
export function participantNode({ persons, behaviours }: World, { lid, admin }: Member): BinaryNode {
  const jid = lidJid(lid);
  const person = persons.at(jid);
  const phone_number = person === undefined ? undefined : shownNumber({ behaviours }, person);
  return node("participant", { jid, phone_number, type: admin ?? undefined });
}

/** The number of somebody in a group; undefined where it is hidden. */
function shownNumber({ behaviours }: Pick<World, "behaviours">, person: Person): string | undefined {
  return behaviours.of(person.number).number === "shown" ? addressOf(person, "s.whatsapp.net") : undefined;
}

/** Notifies the companions of everybody in a group of a change. */
export function notifyGroup(world: World, group: Group, by: Person, what: BinaryNode): void {
  for (const member of world.groups.members(group))
    for (const device of world.companionsOf(member.number))
      world.switchboard.deliver(
        device,
        node(
          "notification",
          {
            id: crypto.randomUUID(),
            from: group.id,
            type: "w:gp2",
            t: seconds(),
            participant: addressOf(by, "lid"),
            participant_pn: shownNumber(world, by),
            addressing_mode: "lid",
          },
          [what],
        ),
      );
}
