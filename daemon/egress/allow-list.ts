import { behindNat64 } from "./nat64.ts";
import { isWithin, parseRange, type Range } from "./ranges.ts";

/** The private hosts and addresses that an operator allows customers' URLs to reach. */
export type AllowList = {
  /** The end of a refusal: how the operator could allow it; empty when nothing can. */
  hint: string;
  /** Whether this very host and port are listed. */
  hasHost(url: URL): boolean;
  /** Whether this address lies in a listed range, itself or by the IPv4 address that NAT64 leads to. */
  hasAddress(address: string): boolean;
};

/** An entry of the allow-list that is neither a range of addresses nor `host:port`. */
export class AllowListError extends Error {}

const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):(\d{1,5})$/;

/**
 * Reads entries such as `10.1.0.0/16`, `127.0.0.1`, `[::1]:4000` and `receiver.internal:8080`;
 * null allows nothing, ever.
 */
export function createAllowList(entries: readonly string[] | null): AllowList {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of (entries ?? []).map((text) => text.trim().toLowerCase())) {
    if (HOST_AND_PORT.test(entry)) hosts.add(entry);
    else ranges.push(readRange(entry));
  }
  return {
    hint: entries === null ? "" : "; the operator can allow it with WAYPOST_ALLOW_PRIVATE_HOSTS",
    hasHost: (url) => hosts.has(`${url.hostname}:${url.port || defaultPort(url)}`),
    hasAddress: (address) => isWithin(address, ranges) || isWithin(behindNat64(address), ranges),
  };
}

function readRange(entry: string): Range {
  try {
    return parseRange(entry);
  } catch (cause) {
    throw new AllowListError(
      `WAYPOST_ALLOW_PRIVATE_HOSTS: "${entry}" is neither a range of addresses (10.1.0.0/16) nor host:port`,
      {
        cause,
      },
    );
  }
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}
