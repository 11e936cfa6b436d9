import { promises as dns, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isForbiddenAddress } from "./addresses.ts";
import { type AllowList, createAllowList } from "./allow-list.ts";
import { learnNat64 } from "./nat64.ts";
import { EgressRefused } from "./refused.ts";
import { hostAddress, parseUrl } from "./url.ts";

/** Keeps requests to customers' URLs away from private networks. */
export type EgressGuard = {
  /**
   * Whether a URL is acceptable by its text alone, without asking DNS; throws `EgressRefused`.
   * A name over plain http is accepted when it is listed as `host:port`.
   */
  checkText(url: string): void;
  /**
   * Whether a URL may be saved; throws `EgressRefused`. A host that does not resolve now is
   * accepted, since it is checked again at every connection.
   */
  checkUrl(url: string): Promise<void>;
  /**
   * The lookup to dial a URL with: all addresses are resolved and checked, and
   * the connection goes to one that was checked. Throws `EgressRefused` at once
   * when the URL itself may not be dialled. Works for one address or for all.
   */
  lookupFor(url: URL): LookupFunction;
};

/** Resolves a name to all of its addresses; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Also knows by then how this network maps IPv4 into IPv6, by which the addresses are judged. */
async function resolveHere(hostname: string): Promise<LookupAddress[]> {
  const [found] = await Promise.all([dns.lookup(hostname, { all: true }), learnNat64()]);
  return found;
}

/** How long saving a URL waits for its host to resolve. */
const SAVE_RESOLVE_MS = 3000;

/**
 * `allowPrivateHosts` holds what may be reached although private, over plain
 * http too: ranges of addresses, and `host:port`, which is taken whatever it
 * resolves to; null where no setting allows any. Throws `AllowListError` when
 * an entry is neither.
 */
export function createEgressGuard(
  allowPrivateHosts: readonly string[] | null,
  resolve: Resolve = resolveHere,
): EgressGuard {
  const allowed = createAllowList(allowPrivateHosts);
  return {
    checkText(text) {
      const url = parseUrl(text);
      const literal = hostAddress(url);
      if (literal !== null) checkAddresses(url, [literal], allowed);
      else if (url.protocol === "http:" && !allowed.hasHost(url)) throw plainHttp();
    },
    async checkUrl(text) {
      const url = parseUrl(text);
      const addresses = await knownAddresses(url, resolve);
      checkAddresses(url, addresses, allowed);
    },
    lookupFor(url) {
      const literal = hostAddress(url);
      if (literal !== null) checkAddresses(url, [literal], allowed);
      return checkedLookup(url, allowed, resolve);
    },
  };
}

/**
 * Throws unless every address may be reached: one forbidden address refuses them all. The
 * error does not name the addresses.
 */
function checkAddresses(url: URL, addresses: readonly string[], allowed: AllowList): void {
  if (allowed.hasHost(url)) return;
  for (const address of addresses) {
    if (isForbiddenAddress(address) && !allowed.hasAddress(address)) {
      throw new EgressRefused(`${url.hostname} leads to a private or reserved address${allowed.hint}`);
    }
  }
  const listed = addresses.length > 0 && addresses.every((address) => allowed.hasAddress(address));
  if (url.protocol === "http:" && !listed) throw plainHttp();
}

function plainHttp(): EgressRefused {
  return new EgressRefused("the URL must begin with https://");
}

/** The addresses of a URL's host as known now; empty when it does not resolve. */
async function knownAddresses(url: URL, resolve: Resolve): Promise<string[]> {
  const literal = hostAddress(url);
  if (literal !== null) return [literal];
  const found = await Promise.race([
    resolve(url.hostname).catch(() => []),
    Bun.sleep(SAVE_RESOLVE_MS).then(() => []),
  ]);
  return found.map(({ address }) => address);
}

function checkedLookup(url: URL, allowed: AllowList, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname).then(
      (found) => {
        if (options.all) callback(null, found);
        else callback(null, found[0].address, found[0].family);
      },
      (error) => callback(error, []),
    );
  };

  async function checkedAddresses(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const found = await resolve(hostname);
    const [first, ...rest] = found;
    if (first === undefined)
      throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
    checkAddresses(
      url,
      found.map(({ address }) => address),
      allowed,
    );
    return [first, ...rest];
  }
}
