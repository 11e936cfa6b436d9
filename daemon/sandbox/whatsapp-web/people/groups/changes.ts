import { Refusal } from "../../faults/refusal.ts";
import { lidJid } from "../../wire/jids.ts";
import { node, seconds } from "../../wire/nodes.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";
import { type Group, type Member, newInvite } from "./groups.ts";
import { bodyNode, groupNode, notifyGroup, participantNode, timerNode } from "./nodes.ts";

/** Changes of a group's members. */
export const MEMBER_CHANGES = ["add", "remove", "promote", "demote"] as const;
export type MemberChange = (typeof MEMBER_CHANGES)[number];

/** Creates a group; everybody in it learns of it. */
export function createGroup(world: World, by: Person, subject: string, others: readonly Person[]): Group {
  const group = world.groups.create(by, subject, others);
  notifyGroup(world, group, by, node("create", { type: "new" }, [groupNode(world, group)]));
  return group;
}

/** WhatsApp's names of settings that restrict a group to its admins. */
export const SETTINGS: Record<string, Pick<Group, "announce" | "locked">> = {
  announcement: { announce: true },
  not_announcement: { announce: false },
  locked: { locked: true },
  unlocked: { locked: false },
};

/** Changes what only admins may do. Raises a `Refusal` unless `by` is an admin. */
export function changeSetting(world: World, group: Group, by: Person, setting: string): Group {
  requireAdmin(group, by);
  const changed = world.groups.change(group, SETTINGS[setting] ?? {});
  notifyGroup(world, changed, by, node(setting));
  return changed;
}

/** Gives a group another subject. Raises a `Refusal` unless `by` may. */
export function renameGroup(world: World, group: Group, by: Person, subject: string): Group {
  requireEditor(world, group, by);
  const renamed = world.groups.change(group, { subject });
  notifyGroup(world, renamed, by, node("subject", { subject, s_o: lidJid(by.lid), s_t: seconds() }));
  return renamed;
}

/** Says what a group is about; null: nothing. Raises a `Refusal` unless `by` may. */
export function describeGroup(
  world: World,
  group: Group,
  by: Person,
  description: (Group["description"] & object) | null,
): Group {
  requireEditor(world, group, by);
  const described = world.groups.change(group, { description });
  const content = description === null ? node("delete") : bodyNode(description.text);
  notifyGroup(world, described, by, node("description", { id: description?.id }, [content]));
  return described;
}

/** Lets messages of a group disappear after so many seconds; 0: they stay. Raises a `Refusal` unless `by` is in it. */
export function setTimer(world: World, group: Group, by: Person, expiresSeconds: number): Group {
  requireMember(world, group, by);
  const changed = world.groups.change(group, { expiresSeconds });
  notifyGroup(world, changed, by, timerNode(expiresSeconds));
  return changed;
}

/** Adds people, removes them, or makes them admins or not. Raises a `Refusal` unless `by` is an admin. */
export function changeMembers(
  world: World,
  group: Group,
  by: Person,
  change: MemberChange,
  persons: readonly Person[],
): Group {
  requireAdmin(group, by);
  const named = persons.map(({ lid }) => lid);
  const members = membersAfter(group, change, named);
  const changed = world.groups.change(group, { members });
  // those who were removed learn of it, too
  const notified = change === "remove" ? group : changed;
  const participants = persons.map(({ lid }) => participantNode(world, { lid, admin: null }));
  notifyGroup(world, notified, by, node(change, {}, participants));
  return changed;
}

/** Somebody goes. */
export function leaveGroup(world: World, group: Group, person: Person): Group {
  requireMember(world, group, person);
  const members = group.members.filter(({ lid }) => lid !== person.lid);
  const left = participantNode(world, { lid: person.lid, admin: null });
  notifyGroup(world, group, person, node("remove", {}, [left]));
  return world.groups.change(group, { members, left: [...(group.left ?? []), person.lid] });
}

/** Somebody comes by the invite link. Raises a `Refusal` when there is no such link. */
export function joinGroup(world: World, person: Person, code: string): Group {
  const group = world.groups.findByInvite(code);
  if (group === undefined) throw new Refusal(404, "there is no group with this invite link");
  if (world.groups.has(group, person)) return group;
  const member: Member = { lid: person.lid, admin: null };
  const joined = world.groups.change(group, {
    members: [...group.members, member],
    left: group.left?.filter((lid) => lid !== person.lid) ?? [],
  });
  notifyGroup(world, joined, person, node("add", { reason: "invite" }, [participantNode(world, member)]));
  return joined;
}

/** A new invite link; the one before leads nowhere. Raises a `Refusal` unless `by` is an admin. */
export function revokeInvite(world: World, group: Group, by: Person): Group {
  requireAdmin(group, by);
  return world.groups.change(group, { invite: newInvite() });
}

function membersAfter({ members }: Group, change: MemberChange, named: readonly string[]): Member[] {
  switch (change) {
    case "add": {
      const known = new Set(members.map(({ lid }) => lid));
      return [...members, ...named.filter((lid) => !known.has(lid)).map((lid) => ({ lid, admin: null }))];
    }
    case "remove":
      return members.filter(({ lid }) => !named.includes(lid));
    case "promote":
    case "demote":
      return members.map((member) =>
        named.includes(member.lid) ? { ...member, admin: change === "promote" ? "admin" : null } : member,
      );
  }
}

/** Raises a `Refusal` unless somebody is in a group. */
export function requireMember({ groups }: World, group: Group, person: Person): void {
  if (!groups.has(group, person)) throw new Refusal(403, `${person.number} is not in the group ${group.id}`);
}

/** Raises a `Refusal` unless somebody may change what a group is called. */
function requireEditor(world: World, group: Group, person: Person): void {
  if (group.locked) requireAdmin(group, person);
  else requireMember(world, group, person);
}

/** Raises a `Refusal` unless somebody is an admin of a group. */
export function requireAdmin({ id, members }: Group, { lid, number }: Person): void {
  if (members.find((member) => member.lid === lid)?.admin) return;
  throw new Refusal(403, `${number} is not an admin of the group ${id}`);
}
