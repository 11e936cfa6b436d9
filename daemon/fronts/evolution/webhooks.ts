import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { endpointsOf, putEndpoint } from "../shared/endpoints.ts";
import { defined, type Json, maybeFlag, maybeText, part, text, texts } from "../shared/given.ts";
import type { Route } from "../shared/routes.ts";
import { channelOf } from "./sends.ts";

const FORM = "evolution";

/** Which of our events are behind one of Evolution's. */
const EVENTS: Record<string, readonly string[]> = {
  MESSAGES_UPSERT: ["message.new", "message.decrypted"],
  SEND_MESSAGE: ["message.sent"],
  MESSAGES_UPDATE: ["message.status_update"],
  MESSAGES_EDITED: ["conversation.updated"],
  MESSAGES_DELETE: ["conversation.updated"],
  CONNECTION_UPDATE: ["channel.status_changed"],
  CONTACTS_UPDATE: ["contact.updated"],
  CALL: ["call.missed", "call.rejected"],
};

/** Sets the webhook of a channel: one endpoint of ours, however often it is set. */
export async function setWebhook(call: Call, id: string, given: Json): Promise<Json> {
  const [existing] = await endpointsOf(call, id, FORM);
  const enabled = maybeFlag(given, "enabled") !== false;
  const url = enabled ? text(given, "url") : maybeText(given, "url");
  if (url === undefined && existing === undefined) return shown(null, id);
  const names = texts(given, "events").map((name) => name.toUpperCase().replaceAll(/[.-]/g, "_"));
  const types = [...new Set(names.flatMap((name) => EVENTS[name] ?? []))];
  const headers = isObject(given.headers) ? given.headers : undefined;
  const wanted = {
    url,
    format: FORM,
    channels: [id],
    filterTypes: names.length === 0 ? null : types,
  };
  const made = await putEndpoint(call, existing, { ...defined({ ...wanted, headers }), enabled });
  return shown(made, id);
}

function shown(endpoint: ApiRecord | null, channelId: string): Json {
  const types = Array.isArray(endpoint?.filterTypes) ? endpoint.filterTypes : null;
  const events = Object.entries(EVENTS).filter(
    ([, ours]) => types === null || ours.some((one) => types.includes(one)),
  );
  return {
    ...{ id: endpoint?.id ?? null, url: endpoint?.url ?? "", enabled: endpoint?.enabled ?? false },
    ...{ headers: endpoint?.headers ?? null, events: events.map(([name]) => name) },
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
  const [endpoint] = await endpointsOf(call, id, FORM);
  return endpoint === undefined ? null : shown(endpoint, id);
}

export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    ...{ method: "POST", status: 201, path: "/webhook/set/:instance", answer: set },
    differs: "it makes an endpoint of the channel; one address takes all events",
  },
  { method: "GET", path: "/webhook/find/:instance", answer: find },
];
