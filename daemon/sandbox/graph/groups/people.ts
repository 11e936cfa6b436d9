import { randomBytes } from "node:crypto";
import type { Phone } from "../accounts/phone.ts";
import type { World } from "../world.ts";
import { personOf, reportGroup } from "./reports.ts";
import type { SandboxGroup } from "./store.ts";

/** In a group, the business aside. */
export const MOST_MEMBERS = 8;

/** Somebody uses the invite link of a group: they are in it, or ask to be. False when it is full. */
export function join(world: World, phone: Phone, group: SandboxGroup, person: string): boolean {
  if (group.members.includes(person)) return true;
  if (group.joinApproval === "auto_approve") return admit(world, phone, group, [person]).length === 1;
  const request = { id: randomBytes(20).toString("base64url"), person, at: Math.floor(Date.now() / 1000) };
  group.requests.push(request);
  reportGroup(world, phone, "group_participants_update", {
    ...{ group_id: group.id, type: "group_join_request_created", join_request_id: request.id },
    ...personOf(person),
  });
  return true;
}

/** Lets people in as long as there is room, and says who came. */
export function admit(world: World, phone: Phone, group: SandboxGroup, people: readonly string[]): string[] {
  const added = people.slice(0, Math.max(0, MOST_MEMBERS - group.members.length));
  if (added.length === 0) return [];
  group.members.push(...added);
  reportGroup(world, phone, "group_participants_update", {
    ...{ group_id: group.id, type: "group_participants_add", reason: "invite_link" },
    added_participants: added.map(personOf),
  });
  return added;
}

/** Somebody leaves, or takes their request to join back. */
export function leave(world: World, phone: Phone, group: SandboxGroup, person: string): void {
  const asked = group.requests.find((one) => one.person === person);
  if (asked !== undefined) {
    group.requests = group.requests.filter((one) => one !== asked);
    reportGroup(world, phone, "group_participants_update", {
      ...{ group_id: group.id, type: "group_join_request_revoked", join_request_id: asked.id },
      ...personOf(person),
    });
  }
  if (!group.members.includes(person)) return;
  group.members = group.members.filter((one) => one !== person);
  reportGroup(world, phone, "group_participants_update", {
    ...{ group_id: group.id, type: "group_participants_remove", initiated_by: "participant" },
    removed_participants: [personOf(person)],
  });
}
