import type { BodyOf } from "../../../daemon/start/types/routes.ts";
import type { Client } from "../../lib/api/client.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { FoundNumber, FoundWebhook, Installation } from "./read/found.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks";

type EndpointBody = BodyOf<`POST ${typeof ENDPOINTS}/endpoints`>;

/**
 * Makes an endpoint of each receiver of a number, in the form that it knows, unless there is one. Returns how many are
 * new, and what is to be said of others.
 */
export async function moveWebhooks(
  client: Client,
  kind: Installation["kind"],
  { webhooks }: FoundNumber,
  channelId: string,
): Promise<{ made: number; problems: string[] }> {
  const moved = { made: 0, problems: [] as string[] };
  const { data, formats } = await client.call(`GET ${ENDPOINTS}`, {});
  const known = formats.find(({ name }) => name === kind)?.events ?? [];
  for (const webhook of webhooks) {
    const isThere = data.some(
      ({ url, format, channels }) => url === webhook.url && format === kind && channels?.includes(channelId),
    );
    if (isThere) continue;
    const events = webhook.events.filter((name) => known.includes(name));
    const refused =
      events.length === 0 && webhook.events.length > 0
        ? "none of its events is sent here"
        : await refusalOf(client, bodyOf(kind, webhook, events, channelId));
    if (refused === null) moved.made++;
    else moved.problems.push(`webhook at ${hostOf(webhook)}: ${refused}`);
  }
  return moved;
}

function bodyOf(
  format: Installation["kind"],
  { url, headers, secret, hasFiles }: FoundWebhook,
  events: string[],
  channelId: string,
): EndpointBody {
  return {
    ...{ url, format, channels: [channelId], headers },
    format_events: events.length === 0 ? null : events,
    ...(hasFiles ? { include: ["files"] } : {}),
    ...(secret === null ? {} : { secret }),
  };
}

/** Makes an endpoint. Returns why it is refused, such as for an address that is not public; null where it is made. */
async function refusalOf(client: Client, body: EndpointBody): Promise<string | null> {
  try {
    await client.call(`POST ${ENDPOINTS}/endpoints`, { body });
    return null;
  } catch (error) {
    if (error instanceof Failure && error.details.status === 422) return error.message;
    throw error;
  }
}

/** The rest of an address may be a secret. */
function hostOf({ url }: FoundWebhook): string {
  return URL.canParse(url) ? new URL(url).host : "an address";
}
