import ipaddr from "ipaddr.js";
import { EgressRefused } from "./refused.ts";

/** Characters that URL parsers drop or turn into others: two readers would see two hosts. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const LOOPBACK = "127.0.0.1";

/** Reads a URL that means the same to every reader; throws `EgressRefused` with the reason otherwise. */
export function parseUrl(text: string): URL {
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined || AMBIGUOUS.test(text) || !URL.canParse(text)) {
    throw new EgressRefused("this is not an absolute https:// URL");
  }
  if (authority.includes("@")) throw new EgressRefused("the URL must not hold a user name or password");
  const url = new URL(text);
  checkSpelling(authority.replace(/:\d*$/, "").toLowerCase(), url);
  return url;
}

/**
 * The address that a URL's host stands for without asking DNS: an IP literal,
 * or a name reserved for loopback (RFC 6761, section 6.3). Null for other names.
 */
export function hostAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return host;
  return /(^|\.)localhost\.?$/.test(host) ? LOOPBACK : null;
}

/** An address is taken only as it is usually written: 0x7f.1 and 2130706433 are 127.0.0.1 to a URL parser. */
function checkSpelling(given: string, url: URL): void {
  const usual = url.hostname;
  const isAddress = ipaddr.isValid(usual.replace(/^\[|\]$/g, ""));
  if (isAddress && given !== usual) throw new EgressRefused(`write the address as ${usual}`);
}
