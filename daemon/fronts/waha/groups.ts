import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { defined, type Json, maybeFlag, maybeText, parts, text } from "../shared/given.ts";
import { groupOf, jidOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { channelOf } from "./ids.ts";
import { route } from "./route.ts";

const ROLES: Record<string, string> = { owner: "superadmin", admin: "admin", member: "participant" };

const people = ({ participants }: ApiRecord): Json[] =>
  objects(participants).map(({ participant, phone, role }) => ({
    ...{ id: jidOf(String(participant), "c.us"), pn: phone === null ? null : jidOf(String(phone), "c.us") },
    role: ROLES[String(role)] ?? "participant",
  }));

function groupForm(group: ApiRecord): Json {
  const { id, subject, description, owner, announce, locked } = group;
  const more = group.participants === undefined ? {} : { participants: people(group) };
  return { ...{ id, subject, name: subject, description, owner, announce, restrict: locked }, ...more };
}

const groupsOf = async (call: Call) => `/v1/channels/${(await channelOf(call)).id}/groups`;
const pathOf = async (call: Call) =>
  `${await groupsOf(call)}/${encodeURIComponent(groupOf(call.params.group ?? ""))}`;
const groupRecord = async (call: Call) => await call.api.get(await pathOf(call));
const named = (body: Json, name: string) =>
  parts(body, name).map((one) => text(one, "id").replace(/@(c\.us|s\.whatsapp\.net)$/, ""));

async function create(call: Call) {
  const body = { subject: text(call.body, "name"), participants: named(call.body, "participants") };
  return groupForm(await call.api.post(await groupsOf(call), body, keyOf(call)));
}

async function update(call: Call, changes: Json) {
  await call.api.ask("PATCH", await pathOf(call), { body: changes });
  return { success: true };
}

function participants(action: string) {
  return async (call: Call) => {
    const body = { action, participants: named(call.body, "participants") };
    const { data } = await call.api.post(`${await pathOf(call)}/participants`, body, keyOf(call));
    return objects(data).map(({ participant, code }) =>
      defined({ id: jidOf(String(participant), "c.us"), code }),
    );
  };
}

async function join(call: Call) {
  const group = await call.api.post(
    `${await groupsOf(call)}/join`,
    { invite: text(call.body, "code") },
    keyOf(call),
  );
  return { id: group.id };
}

async function leave(call: Call) {
  await call.api.post(`${await pathOf(call)}/leave`, {}, keyOf(call));
  return {};
}

async function revoke(call: Call) {
  return (await call.api.post(`${await pathOf(call)}/invite/revoke`, {}, keyOf(call))).code;
}

const ofGroups = (...[method, path, ...rest]: Parameters<typeof route>) =>
  route(method, `:session/groups${path}`, ...rest);
const SECURITY = "/:group/settings/security";
const isOn = (call: Call) => maybeFlag(call.body, "adminsOnly") !== false;

export const GROUP_ROUTES: readonly Route[] = [
  ofGroups("GET", "", async (call) =>
    objects((await call.api.get(await groupsOf(call))).data).map(groupForm),
  ),
  ofGroups("POST", "", create, 201),
  ofGroups("GET", "/count", async (call) => ({
    count: objects((await call.api.get(await groupsOf(call))).data).length,
  })),
  ofGroups("POST", "/join", join, 201),
  ofGroups("GET", "/:group", async (call) => groupForm(await groupRecord(call))),
  ofGroups("POST", "/:group/leave", leave, 201),
  ofGroups("PUT", "/:group/subject", (call) => update(call, { subject: text(call.body, "subject") })),
  ofGroups("PUT", "/:group/description", (call) =>
    update(call, { description: maybeText(call.body, "description") ?? "" }),
  ),
  ofGroups("GET", "/:group/participants", async (call) => people(await groupRecord(call))),
  ofGroups("GET", "/:group/participants/v2", async (call) => people(await groupRecord(call))),
  ofGroups("POST", "/:group/participants/add", participants("add"), 201),
  ofGroups("POST", "/:group/participants/remove", participants("remove"), 201),
  ofGroups("POST", "/:group/admin/promote", participants("promote"), 201),
  ofGroups("POST", "/:group/admin/demote", participants("demote"), 201),
  ofGroups(
    "GET",
    "/:group/invite-code",
    async (call) => (await call.api.get(`${await pathOf(call)}/invite`)).code,
  ),
  ofGroups("POST", "/:group/invite-code/revoke", revoke, 201),
  ofGroups("GET", `${SECURITY}/info-admin-only`, async (call) => ({
    adminsOnly: (await groupRecord(call)).locked,
  })),
  ofGroups("PUT", `${SECURITY}/info-admin-only`, (call) => update(call, { locked: isOn(call) })),
  ofGroups("GET", `${SECURITY}/messages-admin-only`, async (call) => ({
    adminsOnly: (await groupRecord(call)).announce,
  })),
  ofGroups("PUT", `${SECURITY}/messages-admin-only`, (call) => update(call, { announce: isOn(call) })),
];
