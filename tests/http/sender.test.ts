import { expect, test } from "bun:test";
import { createSenderReader, networkOf } from "../../daemon/http/sender.ts";

const addressBehindProxy = (forwarded: string) => {
  const request = new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } });
  return createSenderReader(true)(request, { requestIP: () => ({ address: "127.0.0.1" }) }).address;
};

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["203.0.113.1, 192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:4711", "192.0.2.7"],
  ["[2001:db8::7]:4711", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["unknown", "unknown"],
  ["", "127.0.0.1"],
])("a proxy that says %j means %s", (forwarded, address) => {
  expect(addressBehindProxy(forwarded)).toBe(address);
});

test("without a proxy nobody says who they are", () => {
  const request = new Request("http://localhost/", { headers: { "x-forwarded-for": "192.0.2.7" } });
  const sender = createSenderReader(false)(request, { requestIP: () => ({ address: "127.0.0.1" }) });
  expect(sender).toEqual({ address: "127.0.0.1", isSecure: false });
});

test.each([
  ["2001:db8::1", "2001:db8::ffff:2"],
  ["2001:db8:0:0:1::", "2001:db8::2"],
  ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6"],
  ["::1", "::2"],
  ["192.0.2.7", "::ffff:192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
])("%s and %s are of one client", (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["2001:db8::1", "2001:db9::1"],
  ["192.0.2.7", "192.0.2.8"],
])("%s and %s are not", (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});
