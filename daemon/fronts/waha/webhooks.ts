import { objects } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { endpointsOf, putEndpoint, removeEndpoint, replaceSecret } from "../shared/endpoints.ts";
import { defined, type Json, maybeText, part, parts, text, texts } from "../shared/given.ts";

const FORM = "waha";

/** Which of our events are behind one of WAHA's. */
const EVENTS: Record<string, readonly string[]> = {
  message: ["message.new", "message.decrypted"],
  "message.any": ["message.new", "message.decrypted", "message.sent"],
  "message.reaction": ["message.new"],
  "message.edited": ["conversation.updated"],
  "message.revoked": ["conversation.updated"],
  "poll.vote": ["message.new"],
  "poll.vote.failed": ["message.new"],
  "message.ack": ["message.status_update"],
  "session.status": ["channel.status_changed"],
  "call.received": ["call.missed"],
  "call.rejected": ["call.rejected"],
};

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
    const fields = { url, format: FORM, channels: [channelId], filterTypes: typesOf(webhook), headers };
    const secret = maybeText(part(webhook, "hmac"), "key");
    const endpoint = existing.find((one) => one.url === url);
    const more = endpoint === undefined ? defined({ secret }) : {};
    await putEndpoint({ ...call, key: undefined }, endpoint, { ...fields, ...more });
    if (endpoint !== undefined && secret !== undefined) await replaceSecret(call, endpoint, secret);
  }
  const kept = wanted.map(({ url }) => url);
  for (const endpoint of existing) if (!kept.includes(endpoint.url)) await removeEndpoint(call, endpoint);
}

function typesOf(webhook: Json): string[] | null {
  const names = texts(webhook, "events");
  if (names.length === 0 || names.includes("*")) return null;
  return [...new Set(names.flatMap((name) => EVENTS[name] ?? []))];
}

/** The webhooks of a session as its settings show them, without what is secret. */
export async function configOf(call: Call, channelId: string): Promise<Json> {
  const endpoints = objects(await endpointsOf(call, channelId, FORM).catch(() => []));
  const webhooks = endpoints.map(({ url, filterTypes }) => ({ url, events: eventsOf(filterTypes) }));
  return { webhooks };
}

function eventsOf(types: unknown): string[] {
  if (!Array.isArray(types)) return ["*"];
  return Object.entries(EVENTS).flatMap(([name, ours]) =>
    ours.every((one) => types.includes(one)) ? [name] : [],
  );
}
