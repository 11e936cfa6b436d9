import { afterAll, expect, test } from "bun:test";
import type { LookupAddress } from "node:dns";
import { AllowListError } from "../../daemon/egress/allow-list.ts";
import { createEgressGuard, type EgressGuard } from "../../daemon/egress/guard.ts";
import { EgressRefused } from "../../daemon/egress/refused.ts";
import { startDnsServer } from "./dns-server.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";

const ZONE: Record<string, string[]> = {
  "public.test": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "private.test": ["10.0.0.7"],
  "private6.test": ["fd00::7"],
  "mixed.test": ["93.184.216.34", "10.0.0.7"],
  "mixed6.test": ["93.184.216.34", "::1"],
  "metadata.test": ["169.254.169.254"],
  "dns64.test": ["64:ff9b::808:808"],
  "dns64-private.test": ["64:ff9b::a00:7"],
};
const dns = await startDnsServer((name) => ZONE[name] ?? []);
afterAll(() => dns.close());
const strict = createEgressGuard([], dns.resolve);

async function reasonOf(check: Promise<unknown>): Promise<string | null> {
  try {
    await check;
    return null;
  } catch (error) {
    if (error instanceof EgressRefused) return error.message;
    throw error;
  }
}

function dial(guard: EgressGuard, text: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const url = new URL(text);
    guard.lookupFor(url)(url.hostname, { all: true }, (error, found) => {
      if (error || !Array.isArray(found)) reject(error);
      else resolve(found);
    });
  });
}

test.each(HOSTILE_URLS)("saving %j is refused", async (url) => {
  expect(await reasonOf(strict.checkUrl(url))).toBeString();
});

test.each([
  "https://public.test/hook",
  "https://public.test:8443/a?b=c#d",
  "https://93.184.216.34/",
  "https://[64:ff9b::808:808]/hook",
  "https://dns64.test/",
  "https://not-yet.test/",
])("saving %s is taken", async (url) => {
  expect(await reasonOf(strict.checkUrl(url))).toBeNull();
});

test.each(["private", "private6", "mixed", "mixed6", "metadata", "dns64-private"])(
  "a %s answer is refused at save and at dial",
  async (name) => {
    const reason = await reasonOf(strict.checkUrl(`https://${name}.test/`));
    expect(reason).toStartWith(`${name}.test leads to a private or reserved address`);
    expect(await reasonOf(dial(strict, `https://${name}.test/`))).toContain("private or reserved");
  },
);

test("dialling gives the addresses that were checked", async () => {
  const found = await dial(strict, "https://public.test/");
  expect(found.map(({ address }) => address)).toEqual(ZONE["public.test"] ?? []);
});

test("a name that turns private after it was saved is refused at the next dial", async () => {
  ZONE["rebound.test"] = ["93.184.216.34"];
  expect(await reasonOf(strict.checkUrl("https://rebound.test/"))).toBeNull();
  ZONE["rebound.test"] = ["127.0.0.1"];
  expect(await reasonOf(dial(strict, "https://rebound.test/"))).toContain("private or reserved");
});

test("a name without addresses fails the dial as not found, not as refused", async () => {
  await expect(dial(strict, "https://not-yet.test/")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("plain http to a public host is refused at save and at dial", async () => {
  expect(await reasonOf(strict.checkUrl("http://public.test/"))).toContain("https://");
  expect(await reasonOf(dial(strict, "http://public.test/"))).toContain("https://");
});

test("a listed range opens its addresses, over http too, and nothing else", async () => {
  const guard = createEgressGuard(["10.0.0.0/24", "::1"], dns.resolve);
  for (const url of [
    "http://10.0.0.9/",
    "https://10.0.0.9/",
    "http://private.test/",
    "https://mixed.test/",
    "http://[::1]:4000/",
  ]) {
    expect(await reasonOf(guard.checkUrl(url))).toBeNull();
  }
  for (const url of [
    "http://10.0.1.9/",
    "http://mixed.test/",
    "http://public.test/",
    "https://metadata.test/",
  ]) {
    expect(await reasonOf(guard.checkUrl(url))).toBeString();
  }
});

test.each(["10.0.0.0/24", "64:ff9b::/96"])(
  "the listed range %s opens the private address behind NAT64",
  async (range) => {
    const guard = createEgressGuard([range], dns.resolve);
    expect(await reasonOf(guard.checkUrl("https://[64:ff9b::a00:7]/"))).toBeNull();
    expect(await reasonOf(dial(guard, "http://dns64-private.test/"))).toBeNull();
    expect(await reasonOf(guard.checkUrl("https://10.0.1.7/"))).toBeString();
  },
);

test("a listed host and port opens exactly that", async () => {
  const guard = createEgressGuard(["localhost:4000", "Private.test:80", "[::1]:443"], dns.resolve);
  for (const url of ["http://localhost:4000/x", "http://private.test/", "https://[::1]/"]) {
    expect(await reasonOf(guard.checkUrl(url))).toBeNull();
  }
  for (const url of [
    "http://localhost:4001/",
    "http://127.0.0.1:4000/",
    "https://private.test/",
    "https://[::1]:444/",
  ]) {
    expect(await reasonOf(guard.checkUrl(url))).toBeString();
  }
});

test("an odd spelling is refused even for a listed address", async () => {
  const guard = createEgressGuard(["127.0.0.0/8"], dns.resolve);
  expect(await reasonOf(guard.checkUrl("http://127.0.0.1:4000/"))).toBeNull();
  expect(await reasonOf(guard.checkUrl("http://0x7f.1:4000/"))).toBe("write the address as 127.0.0.1");
});

test.each(["10.0.0.0/33", "nonsense", "http://localhost:1", "localhost:"])(
  "the list entry %s is refused by name",
  (entry) => {
    expect(() => createEgressGuard([entry])).toThrow(AllowListError);
    expect(() => createEgressGuard([entry])).toThrow(entry);
  },
);

test("a refusal does not reveal the address of a name", async () => {
  expect(await reasonOf(strict.checkUrl("https://private.test/"))).toBe(
    "private.test leads to a private or reserved address; the operator can allow it with WAYPOST_ALLOW_PRIVATE_HOSTS",
  );
});
