import type { StoredProxy } from "../../../db/channels/proxies.ts";
import type { EgressGuard } from "../../egress/guard.ts";
import {
  type ProxyAddress,
  parseProxyAddress,
  shownProxyAddress,
  writtenProxyAddress,
} from "../../egress/tunnel/address.ts";
import { createTunnel, type Tunnel } from "../../egress/tunnel/tunnel.ts";
import type { Secrets } from "../../secrets/envelope.ts";

/** The way out of each channel. */
export type Tunnels = {
  /**
   * The tunnel through the proxy of a channel's settings; null where they name none. Throws `SecretError` when it can't
   * be opened: nothing may be sent past it then.
   */
  of(channelId: string, settings: { proxy?: StoredProxy | null }): Tunnel | null;
};

export function createTunnels(secrets: Secrets, guard: EgressGuard): Tunnels {
  return {
    of(channelId, { proxy }) {
      if (!proxy) return null;
      const address = parseProxyAddress(secrets.decrypt(proxy.sealed, proxyContext(channelId)));
      return createTunnel(address, guard);
    },
  };
}

/** The encryption context of a channel's proxy. */
export function proxyContext(channelId: string): string {
  return `channel ${channelId} proxy`;
}

/** A proxy as it is stored with a channel. */
export function sealProxy(secrets: Secrets, channelId: string, address: ProxyAddress): StoredProxy {
  return {
    url: shownProxyAddress(address),
    sealed: secrets.encrypt(writtenProxyAddress(address), proxyContext(channelId)),
    since: new Date().toISOString(),
  };
}
