import ipaddr from "ipaddr.js";

/** A block of addresses, such as `10.0.0.0/8`. */
export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether an address lies in one of the ranges. An IPv4 address inside IPv6 (`::ffff:…`) counts as IPv4. */
export function isWithin(address: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}

/** Reads `10.0.0.0/8` or a single address; throws when it is neither. */
export function parseRange(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
