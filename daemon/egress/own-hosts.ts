import type { LookupFunction } from "node:net";
import { proxyFor } from "./environment-proxies.ts";
import { createEgressGuard, type Resolve } from "./guard.ts";
import { EgressRefused } from "./refused.ts";

/**
 * The part of a guard that a request needs: the lookup to dial a URL with; none where a proxy gets its name, be it that of
 * the environment or, `isTunnelled`, that of a number.
 */
export type Dialing = { lookupFor(url: URL, isTunnelled?: boolean): LookupFunction | undefined };

export type OwnHosts = {
  /** As in "WhatsApp's". */
  owner: string;
  /** Domains of the platform; their subdomains count, too. */
  domains: readonly string[];
  /** Whether a URL is on the host that the operator configured in place of the platform, such as a sandbox. */
  isConfigured(url: URL): boolean;
};

/**
 * Limits requests to a platform's own hosts, over https and never into a private network.
 * Strangers supply these URLs, so the operator's allow-list for customers' URLs does not
 * apply; a host configured in the platform's place goes through `guard`. Throws
 * `EgressRefused` for every other host. A proxy gets the names of the platform's hosts:
 * it may know no other, and only they have certificates for these names.
 */
export function guardOwnHosts(hosts: OwnHosts, guard: Dialing, resolve?: Resolve): Dialing {
  const strict = createEgressGuard(null, resolve);
  return {
    lookupFor(url, isTunnelled = false) {
      if (isOwn(url, hosts.domains))
        return isTunnelled || proxyFor(url) !== null ? undefined : strict.lookupFor(url);
      if (!hosts.isConfigured(url)) throw new EgressRefused(`${url.host} is not one of ${hosts.owner} hosts`);
      const lookup = guard.lookupFor(url);
      return isTunnelled ? undefined : lookup;
    },
  };
}

function isOwn({ protocol, port, hostname }: URL, domains: readonly string[]): boolean {
  const known = domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return known && protocol === "https:" && port === "";
}
