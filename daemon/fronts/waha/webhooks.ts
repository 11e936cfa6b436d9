import { objects } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import {
  endpointsOf,
  keepOldest,
  putEndpoint,
  removeEndpoint,
  replaceSecret,
  settingAtOnce,
} from "../shared/endpoints.ts";
import { defined, type Json, maybeText, part, parts, text, texts } from "../shared/given.ts";
import { subscribed } from "../shared/names.ts";
import { WAHA_NAMES } from "./names.ts";

const FORM = "waha";

/** Sets the webhooks of a session: one endpoint for each address; those that are not named any more go. */
export async function setWebhooks(call: Call, channelId: string, config: Json): Promise<void> {
  const wanted = Map.groupBy(parts(config, "webhooks"), (webhook) => text(webhook, "url"));
  await settingAtOnce(async () => {
    const existing = await endpointsOf(call, channelId, FORM);
    for (const [url, webhooks] of wanted) await putWebhooks(call, channelId, url, webhooks);
    for (const endpoint of existing)
      if (!wanted.has(String(endpoint.url))) await removeEndpoint(call, endpoint);
  });
}

/** Sets the endpoint of an address: it gets what any of its webhooks names. */
async function putWebhooks(call: Call, channelId: string, url: string, webhooks: readonly Json[]) {
  const ofUrl = async () =>
    (await endpointsOf(call, channelId, FORM)).filter((endpoint) => endpoint.url === url);
  const headers = Object.fromEntries(
    webhooks
      .flatMap((webhook) => parts(webhook, "customHeaders"))
      .map((header) => [text(header, "name"), maybeText(header, "value") ?? ""]),
  );
  const fields = { url, format: FORM, channels: [channelId], ...wantedOf(webhooks), headers };
  const secret = webhooks.map((webhook) => maybeText(part(webhook, "hmac"), "key")).at(-1);
  const endpoint = (await ofUrl()).at(-1);
  const more = endpoint === undefined ? defined({ secret }) : {};
  await putEndpoint({ ...call, key: undefined }, endpoint, { ...fields, ...more });
  if (endpoint === undefined) await keepOldest(call, await ofUrl());
  else if (secret !== undefined) await replaceSecret(call, endpoint, secret);
}

function wantedOf(webhooks: readonly Json[]) {
  const names = webhooks.map((webhook) => texts(webhook, "events"));
  const isAll = names.some((some) => some.length === 0 || some.includes("*"));
  return subscribed(WAHA_NAMES, isAll ? [] : names.flat());
}

/** The webhooks of a session as its settings show them, without what is secret. */
export async function configOf(call: Call, channelId: string): Promise<Json> {
  const endpoints = objects(await endpointsOf(call, channelId, FORM).catch(() => []));
  const webhooks = endpoints.map(({ url, format_events }) => ({ url, events: format_events ?? ["*"] }));
  return { webhooks };
}
