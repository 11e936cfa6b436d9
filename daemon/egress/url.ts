import ipaddr from "ipaddr.js";
import { EgressRefused } from "./refused.ts";

/** Characters that URL parsers drop or convert, so that two parsers would see different hosts. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const LOOPBACK = "127.0.0.1";

/** Parses a URL that means the same to every parser; throws `EgressRefused` with the reason otherwise. */
export function parseUrl(text: string): URL {
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined || AMBIGUOUS.test(text) || !URL.canParse(text)) {
    throw new EgressRefused("this is not an absolute https:// URL");
  }
  if (authority.includes("@")) throw new EgressRefused("the URL can't have a user name or password");
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

/** Only the usual form of an address is accepted; URL parsers also read 0x7f.1 and 2130706433 as 127.0.0.1. */
function checkSpelling(given: string, url: URL): void {
  const usual = url.hostname;
  const isAddress = ipaddr.isValid(usual.replace(/^\[|\]$/g, ""));
  if (isAddress && given !== usual) throw new EgressRefused(`write the address as ${usual}`);
}
