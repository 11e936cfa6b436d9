import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { endpointsOf, keepOldest, putEndpoint, settingAtOnce } from "../shared/endpoints.ts";
import { defined, type Json, maybeFlag, maybeText, part, text, texts } from "../shared/given.ts";
import { subscribed } from "../shared/names.ts";
import type { Route } from "../shared/routes.ts";
import { EVOLUTION_NAMES } from "./names.ts";
import { channelOf } from "./sends.ts";

const FORM = "evolution";

/** Sets the webhook of a channel: one endpoint of ours, however often it is set. */
export async function setWebhook(call: Call, id: string, given: Json): Promise<Json> {
  return await settingAtOnce(() => putWebhook(call, id, given));
}

async function putWebhook(call: Call, id: string, given: Json): Promise<Json> {
  const existing = (await endpointsOf(call, id, FORM)).at(-1);
  const enabled = maybeFlag(given, "enabled") !== false;
  const url = enabled ? text(given, "url") : maybeText(given, "url");
  if (url === undefined && existing === undefined) return shown(null, id);
  const names = texts(given, "events").map((name) => name.toLowerCase().replaceAll(/[_-]/g, "."));
  const headers = isObject(given.headers) ? given.headers : undefined;
  const wanted = {
    url,
    format: FORM,
    channels: [id],
    ...subscribed(EVOLUTION_NAMES, names),
  };
  const put = await putEndpoint(call, existing, { ...defined({ ...wanted, headers }), enabled });
  if (existing === undefined) await keepOldest(call, await endpointsOf(call, id, FORM));
  return shown(put, id);
}

function shown(endpoint: ApiRecord | null, channelId: string): Json {
  const wanted = endpoint?.format_events;
  const events = Array.isArray(wanted) ? wanted.map(String) : Object.keys(EVOLUTION_NAMES);
  return {
    ...{ id: endpoint?.id ?? null, url: endpoint?.url ?? "", enabled: endpoint?.enabled ?? false },
    ...{
      headers: endpoint?.headers ?? null,
      events: events.map((name) => name.toUpperCase().replaceAll(".", "_")),
    },
    ...{ webhookByEvents: false, webhookBase64: false },
    ...{
      createdAt: endpoint?.created_at ?? null,
      updatedAt: endpoint?.updated_at ?? null,
      instanceId: channelId,
    },
  };
}

async function set(call: Call) {
  const given = call.body.webhook === undefined ? call.body : part(call.body, "webhook");
  return await setWebhook(call, (await channelOf(call)).id, given);
}

async function find(call: Call) {
  const { id } = await channelOf(call);
  const endpoint = (await endpointsOf(call, id, FORM)).at(-1);
  return endpoint === undefined ? null : shown(endpoint, id);
}

export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    ...{ method: "POST", status: 201, path: "/webhook/set/:instance", answer: set },
    differs: "it makes an endpoint of the channel; one address takes all events",
  },
  { method: "GET", path: "/webhook/find/:instance", answer: find },
];
