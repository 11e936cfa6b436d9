/** Files of messages come from the platform's own hosts, even if a message names another. */
import { expect, test } from "bun:test";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { guardOwnHosts } from "../../daemon/egress/own-hosts.ts";

const PRIVATE = "10.0.0.7";
const PUBLIC = "157.240.0.60";

/** All that an operator may allow, with a sandbox of WhatsApp at an address of its own. */
function guardWith(address: string) {
  const resolve = async () => [{ address, family: 4 }];
  const operators = createEgressGuard(["10.0.0.0/8", "files.internal:443", "mmg.whatsapp.net:443"], resolve);
  const isConfigured = (url: URL) => url.hostname === "10.9.9.9";
  return guardOwnHosts({ owner: "WhatsApp's", domains: ["whatsapp.net"], isConfigured }, operators, resolve);
}

async function dial(text: string, address = PUBLIC): Promise<string> {
  const url = new URL(text);
  const { promise, resolve } = Promise.withResolvers<string>();
  try {
    const lookup = guardWith(address).lookupFor(url);
    if (lookup === undefined) return "by its name";
    lookup(url.hostname, {}, (error, found) => resolve(error === null ? String(found) : error.message));
  } catch (cause) {
    resolve((cause as Error).message);
  }
  return await promise;
}

test.each(["https://mmg.whatsapp.net/v/t62.7118-24/1?ccb=11-4", "https://media-fra3-1.cdn.whatsapp.net/v/1"])(
  "%s may be dialled",
  async (url) => {
    expect(await dial(url)).toBe(PUBLIC);
  },
);

test.each([
  "https://files.internal/v/1",
  "https://10.0.0.7/v/1",
  "https://example.com/v/1",
  "https://mmg.whatsapp.net.example.com/v/1",
  "https://evilwhatsapp.net/v/1",
  "https://mmg.whatsapp.net:8443/v/1",
  "http://mmg.whatsapp.net/v/1",
])("%s is none of WhatsApp's hosts, whatever the operator allows", async (url) => {
  expect(await dial(url)).toContain("is not one of WhatsApp's hosts");
});

test("a host of WhatsApp's that leads into a private network is refused although the operator allows it", async () => {
  expect(await dial("https://mmg.whatsapp.net/v/1", PRIVATE)).toBe(
    "mmg.whatsapp.net leads to a private or reserved address",
  );
});

test("what is configured in WhatsApp's place goes by what the operator allows", async () => {
  expect(await dial("https://10.9.9.9:4443/v/1", "10.9.9.9")).toBe("10.9.9.9");
});

test("through a number's tunnel, its proxy looks names up, and other hosts are refused all the same", () => {
  const { lookupFor } = guardWith(PRIVATE);
  for (const url of ["https://mmg.whatsapp.net/v/1", "https://10.9.9.9:4443/v/1"])
    expect(lookupFor(new URL(url), true)).toBeUndefined();
  expect(() => lookupFor(new URL("https://example.com/v/1"), true)).toThrow("is not one of WhatsApp's hosts");
});
