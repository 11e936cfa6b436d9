import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { defined, invalid, type Json, maybeText, text, texts } from "../shared/given.ts";
import { groupOf, jidOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { send } from "../shared/send.ts";
import { channelOf } from "./sends.ts";

const ROLES: Record<string, string | null> = { owner: "superadmin", admin: "admin" };

function people({ participants }: ApiRecord): Json[] {
  return objects(participants).map(({ participant, phone, role }) => ({
    id: participant,
    phoneNumber: phone === null ? null : jidOf(String(phone), "s.whatsapp.net"),
    admin: ROLES[String(role)] ?? null,
  }));
}

function groupForm(group: ApiRecord): Json {
  const { id, subject, description, owner, created_at, size, announce, locked } = group;
  return {
    ...{ id, subject, subjectOwner: null, subjectTime: null, pictureUrl: null, size, owner },
    creation: created_at === null ? null : Math.floor(Date.parse(String(created_at)) / 1000),
    ...{ desc: description, descId: null, restrict: locked, announce },
    ...(group.participants === undefined ? {} : { participants: people(group) }),
  };
}

/** The group that a query or a body names. */
const namedGroup = ({ query, body }: Call) => groupOf(maybeText(query, "groupJid") ?? text(body, "groupJid"));

async function pathOf(call: Call, group = namedGroup(call)): Promise<string> {
  const { id } = await channelOf(call);
  return `/v1/channels/${id}/groups/${encodeURIComponent(group)}`;
}

async function create(call: Call) {
  const { id } = await channelOf(call);
  const { body } = call;
  const participants = texts(body, "participants").map((one) =>
    one.replace(/@(s\.whatsapp\.net|c\.us)$/, ""),
  );
  const given = { subject: text(body, "subject"), description: maybeText(body, "description"), participants };
  return groupForm(await call.api.post(`/v1/channels/${id}/groups`, defined(given), keyOf(call)));
}

async function fetchAll(call: Call) {
  const { id } = await channelOf(call);
  const path = `/v1/channels/${id}/groups`;
  const groups = objects((await call.api.get(path)).data);
  if (call.query.getParticipants !== "true") return groups.map(groupForm);
  const detailed: Json[] = [];
  for (const group of groups)
    detailed.push(groupForm(await call.api.get(`${path}/${encodeURIComponent(String(group.id))}`)));
  return detailed;
}

const info = async (call: Call) => groupForm(await call.api.get(await pathOf(call)));
const participants = async (call: Call) => ({ participants: people(await call.api.get(await pathOf(call))) });

async function update(call: Call, changes: Json) {
  await call.api.ask("PATCH", await pathOf(call), { body: changes });
  return { update: "success" };
}

const SETTINGS: Record<string, Json> = {
  announcement: { announce: true },
  not_announcement: { announce: false },
  locked: { locked: true },
  unlocked: { locked: false },
};

async function updateSetting(call: Call) {
  const action = text(call.body, "action");
  const changes = Object.hasOwn(SETTINGS, action) ? SETTINGS[action] : undefined;
  if (changes === undefined) throw invalid("action", `expected one of ${Object.keys(SETTINGS).join(", ")}`);
  await update(call, changes);
  return { updateSetting: null };
}

async function updateParticipant(call: Call) {
  const named = texts(call.body, "participants").map((one) => one.replace(/@(s\.whatsapp\.net|c\.us)$/, ""));
  const body = { action: text(call.body, "action"), participants: named };
  const { data } = await call.api.post(`${await pathOf(call)}/participants`, body, keyOf(call));
  const updateParticipants = objects(data).map(({ participant, code }) => ({
    status: String(code),
    jid: jidOf(String(participant), "s.whatsapp.net"),
  }));
  return { updateParticipants };
}

async function inviteCode(call: Call) {
  const { code, url } = await call.api.get(`${await pathOf(call)}/invite`);
  return { inviteUrl: url, inviteCode: code };
}

async function revokeInviteCode(call: Call) {
  const { code } = await call.api.post(`${await pathOf(call)}/invite/revoke`, {}, keyOf(call));
  return { revoked: true, inviteCode: code };
}

/** The link, with some words, to each person. */
async function sendInvite(call: Call) {
  const channel = await channelOf(call);
  const { url } = await call.api.get(`${await pathOf(call)}/invite`);
  const words = [maybeText(call.body, "description"), url].filter((one) => one !== undefined).join("\n\n");
  for (const [nth, to] of texts(call.body, "numbers").entries())
    await send(call, channel, { to, type: "text", content: { body: words, preview_url: true }, nth });
  return { send: true, inviteUrl: url };
}

async function join(call: Call) {
  const { id } = await channelOf(call);
  const body = { invite: text(call.query, "inviteCode") };
  const group = await call.api.post(`/v1/channels/${id}/groups/join`, body, keyOf(call));
  return { accepted: true, groupJid: group.id };
}

async function leave(call: Call) {
  const groupId = namedGroup(call);
  await call.api.post(`${await pathOf(call, groupId)}/leave`, {}, keyOf(call));
  return { groupJid: groupId, leave: true };
}

const get = (path: string, answer: (call: Call) => Promise<unknown>) =>
  ({ method: "GET", path: `/group/${path}/:instance`, answer }) as const;
const post = (path: string, answer: (call: Call) => Promise<unknown>) =>
  ({ method: "POST", status: 201, path: `/group/${path}/:instance`, answer }) as const;

export const GROUP_ROUTES: readonly Route[] = [
  post("create", create),
  get("fetchAllGroups", fetchAll),
  get("findGroupInfos", info),
  get("participants", participants),
  post("updateGroupSubject", (call) => update(call, { subject: text(call.body, "subject") })),
  post("updateGroupDescription", (call) =>
    update(call, { description: maybeText(call.body, "description") ?? "" }),
  ),
  post("updateSetting", updateSetting),
  post("updateParticipant", updateParticipant),
  get("inviteCode", inviteCode),
  post("revokeInviteCode", revokeInviteCode),
  { ...post("sendInvite", sendInvite), status: 200 },
  get("acceptInviteCode", join),
  { ...get("leaveGroup", leave), method: "DELETE" },
  {
    ...{ method: "GET", path: "/group/inviteInfo/:instance" },
    instead: "what is behind a link is known after joining by it: POST /v1/channels/{id}/groups/join",
  },
  {
    ...{ method: "POST", path: "/group/updateGroupPicture/:instance" },
    instead:
      "pictures of groups are changed on the phone; PATCH /v1/channels/{id}/groups/{group_id} changes the rest",
  },
  {
    ...{ method: "POST", path: "/group/toggleEphemeral/:instance" },
    instead:
      "disappearing messages are set on the phone; PATCH /v1/channels/{id}/groups/{group_id} changes the rest",
  },
];
