/** A DNS server on loopback, for names whose addresses a test decides. */
import { type LookupAddress, Resolver } from "node:dns";
import { isIPv4 } from "node:net";
import { promisify } from "node:util";
import type { Resolve } from "../../daemon/egress/guard.ts";

export type DnsServer = {
  /** Asks this server for a name's IPv4 and IPv6 addresses. */
  resolve: Resolve;
  /** Asks it for IPv6 addresses alone; rejects when there are none. */
  resolve6(name: string): Promise<string[]>;
  /** The queried names, in order. */
  requests: string[];
  close(): void;
};

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** Answers every question with what `addressesOf` returns for the name. RFC 1035, sections 4.1 and 3.2. */
export async function startDnsServer(addressesOf: (name: string) => string[]): Promise<DnsServer> {
  const requests: string[] = [];
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    binaryType: "buffer",
    socket: {
      data(receiver, query, port, address) {
        const { name, type, end } = readQuestion(query);
        if (type === TYPE_A) requests.push(name);
        const addresses = addressesOf(name).filter((text) => isIPv4(text) === (type === TYPE_A));
        receiver.send(answer(query, end, type, addresses), port, address);
      },
    },
  });
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.port}`]);
  const ask = (name: string, type: "A" | "AAAA") =>
    new Promise<string[]>((done) =>
      resolver.resolve(name, type, (_error, found) => done((found as string[]) ?? [])),
    );
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const found = [...(await ask(name, "A")), ...(await ask(name, "AAAA"))];
    if (found.length === 0) throw Object.assign(new Error(`${name} not found`), { code: "ENOTFOUND" });
    return found.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
  const resolve6 = promisify(resolver.resolve6.bind(resolver)) as (name: string) => Promise<string[]>;
  return { resolve, resolve6, requests, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(query: Buffer, end: number, type: number, addresses: string[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([
    header,
    query.subarray(12, end),
    ...addresses.map((address) => record(type, address)),
  ]);
}

/** A record whose name points at the question, valid for no time at all. */
function record(type: number, address: string): Buffer {
  const data = type === TYPE_AAAA ? ipv6Bytes(address) : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const words = (part: string) => (part === "" ? [] : part.split(":"));
  const gap = Array.from({ length: 8 - words(left).length - words(right).length }, () => "0");
  const all = address.includes("::") ? [...words(left), ...gap, ...words(right)] : words(left);
  return Buffer.from(all.map((word) => word.padStart(4, "0")).join(""), "hex");
}
