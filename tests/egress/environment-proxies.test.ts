/** The proxy for an address is the one that Bun's own `fetch` takes from the environment. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { keepLoopbackDirect, proxyFor, unusableProxies } from "../../daemon/egress/environment-proxies.ts";
import { type ConnectProxy, startConnectProxy } from "../support/connect-proxy.ts";

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));
let proxy: ConnectProxy;
beforeAll(async () => {
  // it refuses every request: only the request counts
  proxy = await startConnectProxy({ portOf: () => 1, credentials: "nobody:knows" });
});
afterAll(() => {
  proxy.stop();
  setAll(before);
});

function setAll(values: Record<string, string | undefined>): void {
  for (const name of VARIABLES) delete process.env[name];
  for (const [name, value] of Object.entries(values)) if (value !== undefined) process.env[name] = value;
}

async function isAskedByFetch(url: string, environment: Record<string, string>): Promise<boolean> {
  setAll(environment);
  const count = proxy.requests.length;
  await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => {});
  return proxy.requests.length > count;
}

const P = () => proxy.address.replace(/\/\/.*@/, "//");

test.each([
  ["", true],
  ["a.invalid", false],
  ["invalid", false],
  [".invalid", false],
  ["*.invalid", false],
  ["x.invalid, a.invalid", false],
  ["x.invalid a.invalid", false],
  ["a.invalid:443", false],
  ["a.invalid:80", true],
  ["A.INVALID", false],
  ["x.invalid,*", false],
  ["b.a.invalid", true],
  ["nvalid", true],
  ["10.0.0.0/8", true],
])("NO_PROXY=%j", async (exceptions, isProxied) => {
  const environment = { HTTPS_PROXY: P(), NO_PROXY: exceptions };
  expect(proxyFor(new URL("https://a.invalid/"), environment) !== null).toBe(isProxied);
  expect(await isAskedByFetch("https://a.invalid/", environment)).toBe(isProxied);
});

test.each([
  ["http://127.0.0.1:1/", "127.0.0.0/8", false],
  ["http://127.0.0.1:1/", "10.0.0.0/8", true],
  ["http://[::1]:1/", "::1", false],
  ["http://[::1]:1/", "[::1]", false],
  ["http://[::1]:1/", "[::1]:1", false],
  ["http://[::1]:1/", "[::1]:2", true],
])("%s with NO_PROXY=%j", async (url, exceptions, isProxied) => {
  const environment = { HTTP_PROXY: P(), NO_PROXY: exceptions };
  expect(proxyFor(new URL(url), environment) !== null).toBe(isProxied);
  expect(await isAskedByFetch(url, environment)).toBe(isProxied);
});

test.each(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])("%s names it", async (variable) => {
  const environment = { [variable]: P() };
  expect(proxyFor(new URL("https://a.invalid/"), environment)).toEqual({ variable, address: P() });
  expect(await isAskedByFetch("https://a.invalid/", environment)).toBe(true);
  const without = { [variable]: P().replace("http://", "") };
  expect(proxyFor(new URL("wss://a.invalid/"), without)?.address).toBe(P());
  expect(await isAskedByFetch("https://a.invalid/", without)).toBe(true);
});

test("lower case wins, and the other protocol's proxy is another one", () => {
  const environment = { http_proxy: "http://one", HTTP_PROXY: "http://two", no_proxy: "a", NO_PROXY: "b" };
  const address = (url: string) => proxyFor(new URL(url), environment)?.address;
  expect(["http://b/", "http://a/", "https://b/"].map(address)).toEqual(["http://one", undefined, undefined]);
});

test("nothing on this machine is requested through a proxy", () => {
  for (const given of [undefined, "example.com", "*"]) {
    const environment: Record<string, string | undefined> = { HTTP_PROXY: P(), no_proxy: given };
    keepLoopbackDirect(environment);
    for (const host of ["127.0.0.1", "localhost", "[::1]"])
      expect(proxyFor(new URL(`http://${host}:8484/`), environment)).toBeNull();
  }
});

test("what is no HTTP proxy is named without its value", () => {
  const all = { HTTPS_PROXY: "socks5://u:secret@proxy:1080", HTTP_PROXY: "http://proxy:3128" };
  expect(unusableProxies(all)).toEqual(["HTTPS_PROXY"]);
  expect(unusableProxies({ all_proxy: "http://" })).toEqual(["all_proxy"]);
  expect(unusableProxies({ HTTPS_PROXY: "proxy:3128", HTTP_PROXY: "" })).toEqual([]);
});
