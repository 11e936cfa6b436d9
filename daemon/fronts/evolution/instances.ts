import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { paged } from "../shared/find.ts";
import { defined, type Json, maybeFlag, maybeText, text } from "../shared/given.ts";
import { codeOf, stateOf } from "../shared/pairing.ts";
import type { Route } from "../shared/routes.ts";
import { channelOf } from "./sends.ts";
import { settingsGiven, shownSettings } from "./settings.ts";
import { setWebhook } from "./webhooks.ts";

const BAILEYS = "WHATSAPP-BAILEYS";
const BUSINESS = "WHATSAPP-BUSINESS";
const INTEGRATIONS: Record<string, string> = { whatsapp_official: BUSINESS, whatsapp_unofficial: BAILEYS };

/** Evolution's word for a channel's status. */
export const STATES = { on: "open", coming: "connecting", off: "close" } as const;
const wordOf = (channel: ApiRecord) => STATES[stateOf(channel)];

function instanceOf(channel: ApiRecord): Json {
  const { id, name, phone_number, platform, waba_id, created_at, updated_at } = channel;
  const number = typeof phone_number === "string" ? phone_number.replace("+", "") : null;
  return {
    ...{ id, name, connectionStatus: wordOf(channel), number },
    ownerJid: number === null ? null : `${number}@s.whatsapp.net`,
    ...{ profileName: null, profilePicUrl: null, integration: INTEGRATIONS[String(platform)] },
    ...{ businessId: waba_id ?? null, token: null, clientName: "waypost", disconnectionReasonCode: null },
    ...{ createdAt: created_at, updatedAt: updated_at, Setting: shownSettings(channel) },
  };
}

async function fetchInstances(call: Call) {
  const name = maybeText(call.query, "instanceName");
  const id = maybeText(call.query, "instanceId");
  const { records } = await paged(call, "/v1/channels", {}, { skip: 0, take: 1000 });
  const found = records.filter((one) => (name ?? one.name) === one.name && (id ?? one.id) === one.id);
  if (found.length > 0 || (name ?? id) === undefined) return found.map(instanceOf);
  throw problem(
    404,
    "channel_not_found",
    `Instance "${name ?? id}" not found: no channel has this name or id`,
  );
}

async function create(call: Call) {
  const { api, body } = call;
  const name = text(body, "instanceName");
  const { records } = await paged(call, "/v1/channels", {}, { skip: 0, take: 1000 });
  if (call.key === undefined && records.some((one) => one.name === name))
    throw problem(403, "name_in_use", `This name "${name}" is already in use.`);
  const isOfficial = body.integration === BUSINESS;
  const account = isOfficial
    ? {
        ...{ phone_number_id: text(body, "number"), waba_id: text(body, "businessId") },
        access_token: text(body, "token"),
      }
    : {};
  const settings = settingsGiven(body);
  const platform = isOfficial ? "whatsapp_official" : "whatsapp_unofficial";
  const made = await api.post(
    "/v1/channels",
    defined({ platform, name, ...account, settings: isOfficial ? undefined : settings }),
    keyOf(call),
  );
  const wantsCode = !isOfficial && maybeFlag(body, "qrcode") === true;
  const code = wantsCode ? await codeOf(call, String(made.id), maybeText(body, "number")) : null;
  const webhook = isObject(body.webhook) ? await setWebhook(call, String(made.id), body.webhook) : {};
  return {
    instance: {
      ...{ instanceName: name, instanceId: made.id, integration: isOfficial ? BUSINESS : BAILEYS },
      ...{ webhookWaBusiness: null, accessTokenWaBusiness: "", status: wordOf(made) },
    },
    ...{ hash: "", webhook, settings: shownSettings(made) },
    ...(code === null ? {} : { qrcode: code }),
  };
}

async function connect(call: Call) {
  const { id } = await channelOf(call);
  const channel = await call.api.get(`/v1/channels/${id}`);
  if (stateOf(channel) === "on") return stateAnswer(channel);
  const code = await codeOf(call, id, maybeText(call.query, "number")).catch((cause: unknown) => {
    if (cause instanceof Refused && NOTHING_TO_PAIR.includes(String(cause.problem.code))) return null;
    throw cause;
  });
  return code ?? stateAnswer(await call.api.get(`/v1/channels/${id}`));
}

/** It was connected meanwhile, or is no number that is paired. */
const NOTHING_TO_PAIR = ["already_connected", "unsupported_on_platform"];

const stateAnswer = (channel: ApiRecord) => ({
  instance: { instanceName: channel.name, state: wordOf(channel) },
});

async function connectionState(call: Call) {
  const { id } = await channelOf(call);
  return stateAnswer(await call.api.get(`/v1/channels/${id}`));
}

async function restart(call: Call) {
  const { id } = await channelOf(call);
  await call.api.post(`/v1/channels/${id}/disconnect`, {}, keyOf(call, "disconnect"));
  await call.api.post(`/v1/channels/${id}/connect`, {}, keyOf(call, "connect"));
  return stateAnswer(await call.api.get(`/v1/channels/${id}`));
}

async function logout(call: Call) {
  const { id } = await channelOf(call);
  await call.api.post(`/v1/channels/${id}/disconnect`, { logout: true }, keyOf(call));
  return { status: "SUCCESS", error: false, response: { message: "Instance logged out" } };
}

async function remove(call: Call) {
  const { id } = await channelOf(call);
  await call.api.remove(`/v1/channels/${id}`);
  return { status: "SUCCESS", error: false, response: { message: "Instance deleted" } };
}

export const INSTANCE_ROUTES: readonly Route[] = [
  {
    ...{ method: "POST", status: 201, path: "/instance/create", answer: create },
    differs:
      "`hash` is empty: every call goes by your own key. Give the settings of Chatwoot, RabbitMQ and others elsewhere",
  },
  { method: "GET", path: "/instance/fetchInstances", answer: fetchInstances, differs: "`token` is null" },
  { method: "GET", path: "/instance/connect/:instance", answer: connect },
  { method: "GET", path: "/instance/connectionState/:instance", answer: connectionState },
  { method: "POST", path: "/instance/restart/:instance", answer: restart },
  { method: "DELETE", path: "/instance/logout/:instance", answer: logout },
  { method: "DELETE", path: "/instance/delete/:instance", answer: remove },
  {
    ...{ method: "POST", path: "/instance/setPresence/:instance" },
    instead: "a paired number shows itself to one person at a time: POST /v1/messages with type presence",
  },
];
