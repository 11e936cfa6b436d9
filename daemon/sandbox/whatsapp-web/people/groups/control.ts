import { Refusal } from "../../faults/refusal.ts";
import { personOf } from "../control/person-of.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";
import {
  changeMembers,
  createGroup,
  joinGroup,
  leaveGroup,
  type MemberChange,
  renameGroup,
  requireMember,
  setTimer,
} from "./changes.ts";
import type { Group } from "./groups.ts";

/** A member's change of a group. */
export type GroupChange = {
  subject?: string | undefined;
  /** After how many seconds its messages disappear; 0: they stay. */
  expiresSeconds?: number | undefined;
  leave?: boolean | undefined;
} & { [Change in MemberChange]?: string[] | undefined };

/** A group as the control routes show it; members by their numbers. */
export type ShownGroup = {
  id: string;
  subject: string;
  members: { number: string; admin: boolean }[];
  invite: string;
};

/** Makes people act in groups. Numbers are digits; mistakes raise a `Refusal`. */
export type GroupControls = {
  createGroup(by: string, subject: string, members: readonly string[]): ShownGroup;
  groups(number: string): ShownGroup[];
  changeGroup(by: string, id: string, change: GroupChange): ShownGroup;
  joinGroup(number: string, code: string): ShownGroup;
};

export function groupControls(world: World): GroupControls {
  const shown = (group: Group) => show(world, group);
  return {
    createGroup: (by, subject, members) =>
      shown(
        createGroup(
          world,
          personOf(world, by),
          subject,
          members.map((number) => personOf(world, number)),
        ),
      ),
    groups: (number) => world.groups.of(personOf(world, number)).map(shown),
    changeGroup: (by, id, change) => shown(changeGroup(world, personOf(world, by), id, change)),
    joinGroup: (number, code) => shown(joinGroup(world, personOf(world, number), code)),
  };
}

/** The group that somebody is in. Raises a `Refusal` when there is none, or they are not in it. */
export function groupOf(world: World, person: Person, id: string): Group {
  const group = world.groups.find(id);
  if (group === undefined) throw new Refusal(404, `there is no group ${id}`);
  requireMember(world, group, person);
  return group;
}

function changeGroup(world: World, by: Person, id: string, given: GroupChange): Group {
  const { subject, expiresSeconds, leave, ...changes } = given;
  let group = groupOf(world, by, id);
  if (subject !== undefined) group = renameGroup(world, group, by, subject);
  if (expiresSeconds !== undefined) group = setTimer(world, group, by, expiresSeconds);
  for (const [change, numbers = []] of Object.entries(changes)) {
    const persons = numbers.map((number) => personOf(world, number));
    group = changeMembers(world, group, by, change as MemberChange, persons);
  }
  return leave ? leaveGroup(world, group, by) : group;
}

function show({ persons }: World, { id, subject, members, invite }: Group): ShownGroup {
  return {
    id,
    subject,
    invite,
    members: members.map(({ lid, admin }) => ({
      number: persons.at(`${lid}@lid`)?.number ?? "",
      admin: admin !== null,
    })),
  };
}
