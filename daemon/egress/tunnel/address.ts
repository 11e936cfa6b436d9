import { parseUrl } from "../url.ts";

/** Where a proxy is, and who uses it. */
export type ProxyAddress = {
  scheme: "socks5" | "http";
  /** A name or an address, as a URL has it: IPv6 in brackets. */
  host: string;
  port: number;
  /** Null where the proxy wants none. */
  user: { name: string; password: string } | null;
};

/** A text is no proxy's address; the message says why, without any of its password. */
export class ProxyAddressError extends Error {}

/** What stands for a password that is not shown. */
const HIDDEN = "***";
const EXAMPLE = "socks5://user:password@proxy.example.com:1080";
const ADDRESS = /^(socks5h?|http):\/\/(?:([^/?#]*)@)?([^@/?#]+?)(?::(\d{1,5}))?\/?$/i;
const MOST_BYTES = 255;

/**
 * Reads `socks5://` and `http://` addresses, with user and password in percent-encoding where they need it. SOCKS proxies
 * get names, not addresses, as `socks5h://` says elsewhere. Throws `ProxyAddressError`, and `EgressRefused` for an ambiguous
 * host.
 */
export function parseProxyAddress(text: string): ProxyAddress {
  const [, scheme = "", user, host = "", port] = ADDRESS.exec(text) ?? [];
  if (scheme === "")
    throw new ProxyAddressError(`write socks5:// or http://, host and port, as in ${EXAMPLE}`);
  if (port === undefined) throw new ProxyAddressError(`name the port at the end, as in ${EXAMPLE}`);
  if (Number(port) < 1 || Number(port) > 65_535)
    throw new ProxyAddressError("the port is a number from 1 to 65535");
  return {
    scheme: scheme.toLowerCase() === "http" ? "http" : "socks5",
    host: parseUrl(`https://${host}/`).hostname,
    port: Number(port),
    user: user === undefined ? null : readUser(user),
  };
}

function readUser(text: string): NonNullable<ProxyAddress["user"]> {
  const [name = "", ...rest] = text.split(":");
  const user = { name: decoded(name), password: decoded(rest.join(":")) };
  if (user.name === "")
    throw new ProxyAddressError("a password needs a user name before it, as in user:password@");
  if (user.password === HIDDEN)
    throw new ProxyAddressError(`write the password itself: ${HIDDEN} only stands for one that is not shown`);
  return user;
}

/** Bounded as SOCKS has it (RFC 1929). */
function decoded(text: string): string {
  const plain = percentDecoded(text);
  if (/\p{Cc}/u.test(plain) || Buffer.byteLength(plain) > MOST_BYTES)
    throw new ProxyAddressError(
      `user name and password are at most ${MOST_BYTES} bytes, without control characters`,
    );
  return plain;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ProxyAddressError("write % in a user name or password as %25");
  }
}

/** The address as text, with its password: a secret. */
export function writtenProxyAddress({ user, ...place }: ProxyAddress): string {
  return written(place, user === null ? null : [user.name, encodeURIComponent(user.password)]);
}

/** The address with `***` in its password's place. */
export function shownProxyAddress({ user, ...place }: ProxyAddress): string {
  return written(place, user === null ? null : [user.name, user.password === "" ? "" : HIDDEN]);
}

function written(
  { scheme, host, port }: Omit<ProxyAddress, "user">,
  user: [name: string, password: string] | null,
): string {
  const [name = "", password = ""] = user ?? [];
  const before = user === null ? "" : `${encodeURIComponent(name)}${password === "" ? "" : `:${password}`}@`;
  return `${scheme}://${before}${host}:${port}`;
}

/** The URL by which a guard judges the proxy's host. */
export function judgedUrl({ host, port }: ProxyAddress): URL {
  return new URL(`https://${host}:${port}`);
}
