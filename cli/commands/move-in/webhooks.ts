import type { Client } from "../../lib/api/client.ts";
import type { FoundNumber, FoundWebhook, Installation } from "./read/found.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks";

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
    if (events.length === 0 && webhook.events.length > 0) {
      moved.problems.push(`${hostOf(webhook)}: none of its events is sent here`);
      continue;
    }
    const body = {
      ...{ url: webhook.url, format: kind, channels: [channelId], headers: webhook.headers },
      format_events: events.length === 0 ? null : events,
      ...(webhook.secret === null ? {} : { secret: webhook.secret }),
    };
    await client.call(`POST ${ENDPOINTS}/endpoints`, { body });
    moved.made++;
  }
  return moved;
}

/** The rest of an address may be a secret. */
function hostOf({ url }: FoundWebhook): string {
  return URL.canParse(url) ? new URL(url).host : "an address";
}
