import type { Person } from "../identity/persons.ts";
import { isReachable, type World } from "../world.ts";
import type { MemberChange } from "./changes.ts";
import type { Group } from "./groups.ts";

/** WhatsApp's code for a change of one person in a group, as the server answers for each of them. */
export function codeFor(world: World, group: Group, change: MemberChange, person: Person): string {
  const isIn = world.groups.has(group, person);
  if (change !== "add") return isIn ? "200" : "404";
  if (isIn) return "409";
  if (!isReachable(world, person.number)) return "404";
  if (group.left?.includes(person.lid)) return "408";
  return mayBeAdded(world, person) ? "200" : "403";
}

/** Whether somebody lets others add them to groups. */
export function mayBeAdded({ behaviours }: World, { number }: Person): boolean {
  return behaviours.of(number).addable !== false;
}
