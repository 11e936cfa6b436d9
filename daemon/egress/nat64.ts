import { promises as dns } from "node:dns";
import ipaddr from "ipaddr.js";
import { isWithin, parseRange, type Range } from "./ranges.ts";

/** The prefix of most networks (RFC 6052, section 2.1). */
const WELL_KNOWN = parseRange("64:ff9b::/96");
/** Where an address has the octets of the IPv4 address inside, by the length of its prefix (RFC 6052, section 2.2). */
const OCTETS: Readonly<Record<number, readonly number[]>> = {
  96: [12, 13, 14, 15],
  64: [9, 10, 11, 12],
  56: [7, 9, 10, 11],
  48: [6, 7, 9, 10],
  40: [5, 6, 7, 9],
  32: [4, 5, 6, 7],
};
/** A name with IPv4 addresses only, these two: an answer with IPv6 shows the network's prefix (RFC 7050). */
const IPV4_ONLY = "ipv4only.arpa";
const ITS_ADDRESSES = new Set(["192.0.0.170", "192.0.0.171"]);

const LEARNT_MS = 60 * 60_000;
const FAILED_MS = 60_000;
const PATIENCE_MS = 2000;

let prefixes: readonly Range[] = [WELL_KNOWN];
let learning: { until: number; done: Promise<void>; isDone: boolean } | null = null;

/** The IPv4 address that NAT64 connects to when this address is dialled; other addresses as they are. */
export function behindNat64(address: string): string {
  const prefix = prefixes.find((one) => isWithin(address, [one]));
  return prefix === undefined ? address : (inside(address, prefix[1]) ?? address);
}

/** Resolves when the prefixes of this network are known, queried once an hour, or after two seconds. Never rejects. */
export async function learnNat64(): Promise<void> {
  if (learning === null || learning.until < Date.now()) {
    const current = { until: Date.now() + LEARNT_MS, done: Promise.resolve(), isDone: false };
    current.done = discoverNat64()
      .catch(() => {
        current.until = Date.now() + FAILED_MS;
      })
      .finally(() => {
        current.isDone = true;
      });
    learning = current;
  }
  // mostly so: each wait would leave a timer behind, for every name that is resolved
  if (!learning.isDone) await Promise.race([learning.done, Bun.sleep(PATIENCE_MS)]);
}

/** Asks for the prefixes of this network, which are added to the well-known one; rejects when no name server answers. */
export async function discoverNat64(
  resolve6: (name: string) => Promise<string[]> = (name) => dns.resolve6(name),
): Promise<void> {
  const found = await resolve6(IPV4_ONLY).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENODATA" || cause.code === "ENOTFOUND") return [];
    throw cause;
  });
  prefixes = [WELL_KNOWN, ...found.map(prefixOf).filter((prefix) => prefix !== null)];
}

/** The prefix of an address that has one of the two inside; null when they stand nowhere, or in two places. */
function prefixOf(address: string): Range | null {
  const lengths = Object.keys(OCTETS).map(Number);
  const [length, ...more] = lengths.filter((bits) => ITS_ADDRESSES.has(inside(address, bits) ?? ""));
  return length === undefined || more.length > 0 ? null : parseRange(`${address}/${length}`);
}

/** Null where the octet that is always zero is not: that is no address of NAT64. */
function inside(address: string, bits: number): string | null {
  const bytes = ipaddr.parse(address).toByteArray();
  if (bits < 96 && bytes[8] !== 0) return null;
  return (OCTETS[bits] ?? []).map((at) => bytes[at]).join(".");
}
