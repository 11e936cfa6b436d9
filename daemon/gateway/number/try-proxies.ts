import { listProxies } from "../../../db/channels/proxies.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { askThrough } from "../../health/outside-hosts.ts";
import type { TriedProxy } from "../../health/tried-proxies.ts";
import { SecretError } from "../../secrets/envelope.ts";
import type { Tunnels } from "./tunnels.ts";

/** Of more, only those of the newest channels are tried. */
const MOST = 100;

/** Tries the proxies of an organisation's numbers, all at once; returns within a few seconds. */
export async function tryProxies(
  { sql, tunnels, webSocketUrl }: { sql: Sql; tunnels: Tunnels; webSocketUrl: string },
  organizationId: string,
): Promise<TriedProxy[]> {
  const url = new URL(webSocketUrl.replace(/^ws/, "http"));
  const channels = await listProxies(sql, organizationId, MOST);
  return await Promise.all(
    channels.map(async ({ id, proxy }) => {
      const start = performance.now();
      const error = await askBy(() => tunnels.of(id, { proxy })?.agentFor(url), url.origin);
      return { channel_id: id, error, milliseconds: Math.round(performance.now() - start) };
    }),
  );
}

async function askBy(
  agentOf: () => Parameters<typeof askThrough>[1],
  origin: string,
): Promise<string | null> {
  try {
    return await askThrough(new URL(origin), agentOf());
  } catch (cause) {
    if (cause instanceof SecretError) return cause.message;
    throw cause;
  }
}
