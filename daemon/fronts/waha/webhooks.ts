import { objects } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { endpointsOf, putEndpoint, removeEndpoint, replaceSecret } from "../shared/endpoints.ts";
import { defined, type Json, maybeText, part, parts, text, texts } from "../shared/given.ts";
import { subscribed } from "../shared/names.ts";
import { WAHA_NAMES } from "./names.ts";

const FORM = "waha";

/** Sets the webhooks of a session: one endpoint for each address; those that are not named any more go. */
export async function setWebhooks(call: Call, channelId: string, config: Json): Promise<void> {
  const existing = await endpointsOf(call, channelId, FORM);
  const wanted = parts(config, "webhooks");
  for (const webhook of wanted) {
    const url = text(webhook, "url");
    const headers = Object.fromEntries(
      parts(webhook, "customHeaders").map((header) => [
        text(header, "name"),
        maybeText(header, "value") ?? "",
      ]),
    );
    const fields = { url, format: FORM, channels: [channelId], ...wantedOf(webhook), headers };
    const secret = maybeText(part(webhook, "hmac"), "key");
    const endpoint = existing.find((one) => one.url === url);
    const more = endpoint === undefined ? defined({ secret }) : {};
    await putEndpoint({ ...call, key: undefined }, endpoint, { ...fields, ...more });
    if (endpoint !== undefined && secret !== undefined) await replaceSecret(call, endpoint, secret);
  }
  const kept = wanted.map(({ url }) => url);
  for (const endpoint of existing) if (!kept.includes(endpoint.url)) await removeEndpoint(call, endpoint);
}

function wantedOf(webhook: Json) {
  const names = texts(webhook, "events");
  return subscribed(WAHA_NAMES, names.includes("*") ? [] : names);
}

/** The webhooks of a session as its settings show them, without what is secret. */
export async function configOf(call: Call, channelId: string): Promise<Json> {
  const endpoints = objects(await endpointsOf(call, channelId, FORM).catch(() => []));
  const webhooks = endpoints.map(({ url, format_events }) => ({ url, events: format_events ?? ["*"] }));
  return { webhooks };
}
