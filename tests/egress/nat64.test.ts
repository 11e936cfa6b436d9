/** The network's own NAT64 prefix, as a name server shows it: addresses in it are judged by the IPv4 inside. */
import { afterEach, expect, test } from "bun:test";
import { isForbiddenAddress } from "../../daemon/egress/addresses.ts";
import { createAllowList } from "../../daemon/egress/allow-list.ts";
import { discoverNat64 } from "../../daemon/egress/nat64.ts";
import { startDnsServer } from "./dns-server.ts";

afterEach(() => discoverNat64(async () => []));

async function discover(...addresses: string[]): Promise<void> {
  const server = await startDnsServer((name) => (name === "ipv4only.arpa" ? addresses : []));
  await discoverNat64(server.resolve6).finally(() => server.close());
}

/** The examples of RFC 6052, section 2.4, made with the two addresses of RFC 7050, with 8.8.8.8 and with 10.0.0.1. */
test.each([
  ["2001:4db8::/32", "2001:4db8:c000:aa::", "2001:4db8:808:808::", "2001:4db8:a00:1::"],
  ["2001:4db8:100::/40", "2001:4db8:1c0:0:aa::", "2001:4db8:108:808:8::", "2001:4db8:10a:0:1::"],
  [
    "2001:4db8:122::/48",
    "2001:4db8:122:c000:0:aa00::",
    "2001:4db8:122:808:8:800::",
    "2001:4db8:122:a00:0:100::",
  ],
  [
    "2001:4db8:122:300::/56",
    "2001:4db8:122:3c0:0:aa::",
    "2001:4db8:122:308:8:808::",
    "2001:4db8:122:30a:0:1::",
  ],
  [
    "2001:4db8:122:344::/64",
    "2001:4db8:122:344:c0:0:aa00:0",
    "2001:4db8:122:344:8:808:800:0",
    "2001:4db8:122:344:a:0:100:0",
  ],
  [
    "2001:4db8:122:344::/96",
    "2001:4db8:122:344::c000:aa",
    "2001:4db8:122:344::808:808",
    "2001:4db8:122:344::a00:1",
  ],
  [
    "64:ff9b:1::/48, of RFC 8215",
    "64:ff9b:1:c000:0:ab00::",
    "64:ff9b:1:808:8:800::",
    "64:ff9b:1:a00:0:100::",
  ],
])("in %s", async (_prefix, answer, outside, inside) => {
  const allowed = createAllowList(["10.0.0.0/8"]);
  expect(isForbiddenAddress(inside)).toBe(answer.startsWith("64:"));
  await discover(answer);
  expect([isForbiddenAddress(outside), isForbiddenAddress(inside)]).toEqual([false, true]);
  expect([allowed.hasAddress(outside), allowed.hasAddress(inside)]).toEqual([false, true]);
  // the well-known prefix is always known
  expect(isForbiddenAddress("64:ff9b::a00:1")).toBe(true);
});

test("a network without NAT64 has no prefix, and an answer of something else shows none", async () => {
  await discover("2001:4db8::c000:aa");
  await discover();
  expect(isForbiddenAddress("2001:4db8::a00:1")).toBe(false);
  for (const address of ["2001:4db8::808:808", "2001:4db8:c000:aa:100::", "2001:4db8:c000:aa::c000:aa"]) {
    await discover(address);
    expect(isForbiddenAddress("2001:4db8:a00:1::")).toBe(false);
  }
});

test("what is in none of the prefixes, or has no IPv4 inside, is judged as it is", async () => {
  await discover("2001:4db8:c000:aa::", "2001:4db9::c000:aa");
  expect(isForbiddenAddress("2001:4db9::a00:1")).toBe(true);
  expect(isForbiddenAddress("2001:4db8:a00:1::")).toBe(true);
  expect(isForbiddenAddress("2001:4db8:a00:1:100::")).toBe(false);
  expect(isForbiddenAddress("fd00::1")).toBe(true);
});

test("a name server that fails takes away nothing that is known", async () => {
  await discover("2001:4db8::c000:aa");
  const failed = Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
  expect(discoverNat64(() => Promise.reject(failed))).rejects.toThrow("no answer");
  expect(isForbiddenAddress("2001:4db8::a00:1")).toBe(true);
});
