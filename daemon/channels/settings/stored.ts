import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { StoredProxy } from "../../../db/channels/proxies.ts";
import type { ChannelSettings as StoredSettings } from "../../../db/channels/settings.ts";
import type { EgressGuard } from "../../egress/guard.ts";
import { EgressRefused } from "../../egress/refused.ts";
import {
  judgedUrl,
  type ProxyAddress,
  ProxyAddressError,
  parseProxyAddress,
} from "../../egress/tunnel/address.ts";
import { sealProxy } from "../../gateway/number/tunnels.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { ChannelSettings } from "../../providers/channel-settings.ts";
import type { Platform } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";

export type ProxyDependencies = { secrets: Secrets; guard: Pick<EgressGuard, "checkUrl"> };

/**
 * A client's settings as they are stored with a channel, which had `before`: its proxy is judged, and its address sealed.
 * Throws 422 for a proxy that can't be used.
 */
export async function settingsToStore(
  dependencies: ProxyDependencies,
  platform: Pick<Platform, "name" | "takesProxy"> | undefined,
  channelId: ChannelRow["id"],
  { proxy, ...settings }: ChannelSettings,
  before: StoredSettings = {},
): Promise<StoredSettings> {
  if (proxy === undefined) return settings;
  if (proxy === null) return { ...settings, proxy };
  if (platform?.takesProxy !== true) throw refused("/settings/proxy", NOT_PAIRED);
  const stored = await proxyToStore(dependencies, channelId, proxy.url, before.proxy ?? null);
  return { ...settings, proxy: stored };
}

const NOT_PAIRED =
  "only paired numbers have a proxy of their own; official ones are called at Meta, through the daemon's HTTPS_PROXY where it is set";

/** An address as it is shown stays as it is. */
async function proxyToStore(
  { secrets, guard }: ProxyDependencies,
  channelId: string,
  url: string,
  before: StoredProxy | null,
): Promise<StoredProxy> {
  if (before !== null && url === before.url) return before;
  return sealProxy(secrets, channelId, await judged(guard, url));
}

async function judged(guard: ProxyDependencies["guard"], url: string): Promise<ProxyAddress> {
  try {
    const address = parseProxyAddress(url);
    await guard.checkUrl(judgedUrl(address).href);
    return address;
  } catch (cause) {
    if (cause instanceof ProxyAddressError || cause instanceof EgressRefused)
      throw refused("/settings/proxy/url", cause.message);
    throw cause;
  }
}

function refused(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

/** Stored settings as the API shows them: without what is sealed. */
export function shownSettings<Settings extends { proxy?: { url: string } | null }>(settings: Settings) {
  const { proxy } = settings;
  return proxy ? { ...settings, proxy: { url: proxy.url } } : settings;
}
