import ipaddr from "ipaddr.js";
import { behindNat64 } from "./nat64.ts";
import { isWithin, parseRange } from "./ranges.ts";

/**
 * The addresses that are not the public internet, from IANA's special-purpose registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 twin): private, loopback, link-local,
 * documentation, benchmarking, multicast, reserved, and those IPv6 blocks that carry an IPv4 address inside. Of IPv6,
 * all that is not global unicast (2000::/3): nobody is assigned any of it, and
 * what some networks use it for (Yggdrasil's 200::/7) is theirs alone. Of the
 * blocks that carry IPv4, only NAT64's is still in use: 6to4 (2002::/16) and
 * Teredo (in 2001::/23) are refused whole.
 */
const FORBIDDEN = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
].map(parseRange);

/**
 * Whether an address is one that customers' URLs must not reach. Every spelling
 * is understood (`0x7f.1`, `2130706433`, `::ffff:7f00:1`), and NAT64 goes by the
 * IPv4 address inside; what is no address at all is forbidden, too.
 */
export function isForbiddenAddress(address: string): boolean {
  return !ipaddr.isValid(address) || isWithin(behindNat64(address), FORBIDDEN);
}
