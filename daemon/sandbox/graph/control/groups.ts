import { Type } from "../../../lib/typebox.ts";
import { ownNumber } from "../../memory/own-number.ts";
import { join, leave } from "../groups/people.ts";
import { reportGroup } from "../groups/reports.ts";
import type { SandboxGroup } from "../groups/store.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { USER_ID } from "../messages/envelope.ts";
import type { World } from "../world.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const Person = Type.String({ pattern: `^[0-9]{5,15}$|${USER_ID}` });
const change = createValidator(
  strict({
    group_id: Type.String(),
    join: Type.Optional(Person),
    leave: Type.Optional(Person),
    suspended: Type.Optional(Type.Boolean()),
  }),
);
const eligibility = createValidator(
  strict({ phone_number_id: Type.Optional(Type.String()), eligible: Type.Boolean() }),
);

/** `GET /sandbox/groups` */
export function getGroups({ world }: ControlRequest): Response {
  return controlResponse({ groups: world.groups.all().map(shown) });
}

/** `POST /sandbox/groups`: people come and go, and Meta suspends a group, or finds a number not eligible for groups. */
export function postGroup({ world, body }: ControlRequest): Response {
  if (eligibility.is(body)) return setEligible(world, body.phone_number_id, body.eligible);
  if (!change.is(body)) return controlRefusal(400, problemOf(change, body));
  const group = world.groups.find(body.group_id);
  const phone = world.phones.get(group?.phoneId ?? "");
  if (group === undefined || phone === undefined)
    return controlRefusal(404, `there is no group ${body.group_id}`);
  if (body.join !== undefined && !join(world, phone, group, ownNumber(body.join)))
    return controlRefusal(409, "the group is full");
  if (body.leave !== undefined) leave(world, phone, group, ownNumber(body.leave));
  if (body.suspended !== undefined) {
    group.suspended = body.suspended;
    const type = body.suspended ? "group_suspend" : "group_suspend_cleared";
    reportGroup(world, phone, "group_status_update", { group_id: group.id, type });
  }
  return controlResponse(shown(group));
}

function setEligible(world: World, id: string | undefined, eligible: boolean): Response {
  const phone = id === undefined ? world.phones.values().next().value : world.phones.get(id);
  if (phone === undefined) return controlRefusal(404, `there is no phone number ${id}`);
  phone.official = eligible;
  return controlResponse({ phone_number_id: phone.id, eligible });
}

function shown({ id, phoneId, subject, description, members, requests, invite, suspended }: SandboxGroup) {
  const people = { members, requests: requests.map(({ person }) => person) };
  return { id, phone_number_id: phoneId, subject, description, ...people, invite, suspended };
}
