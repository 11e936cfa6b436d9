import { expect, test } from "bun:test";
import { isForbiddenAddress } from "../../daemon/egress/addresses.ts";

const FORBIDDEN_EDGES = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"],
  ["::", "::1"],
  ["::2", "::ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b::1:0:0", "64:ff9b::ffff:ffff:808:808"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["::ffff:0:0:0", "::ffff:0:7f00:1"],
  ["200::", "3ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["64:ff9b:2::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
] as const;

const PUBLIC = [
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2003::1",
  "2000::1",
  "2001:200::1",
  "3ffe::1",
  "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "::ffff:1.1.1.1",
  "64:ff9b::808:808",
  "64:ff9b::1.1.1.1",
];

test.each(FORBIDDEN_EDGES)("%s to %s is forbidden at both ends", (first, last) => {
  expect(isForbiddenAddress(first)).toBe(true);
  expect(isForbiddenAddress(last)).toBe(true);
});

test.each(PUBLIC)("%s is public", (address) => {
  expect(isForbiddenAddress(address)).toBe(false);
});

test.each([
  "0x7f.1",
  "2130706433",
  "017700000001",
  "127.1",
  "::ffff:10.0.0.1",
  "::FFFF:0A00:0001",
  "fe80::1%eth0",
  "64:ff9b::10.0.0.1",
  "64:FF9B:0:0:0:0:0A00:0001",
  "64:ff9b::7f00:1%eth0",
])("%s is recognised in its odd spelling", (address) => {
  expect(isForbiddenAddress(address)).toBe(true);
});

test.each(["", "example.com", "1.2.3.4.5", "[::1]", "127.0.0.1:80"])(
  "%s is no address and so forbidden",
  (text) => {
    expect(isForbiddenAddress(text)).toBe(true);
  },
);
