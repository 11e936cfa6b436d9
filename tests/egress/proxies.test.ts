/** The proxies of the environment, on each way out, through a real one that records its requests. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { guardOwnHosts } from "../../daemon/egress/own-hosts.ts";
import { createPoster } from "../../daemon/egress/post.ts";
import { askOutsideHosts } from "../../daemon/health/outside-hosts.ts";
import { download } from "../../daemon/media/download.ts";
import { createBucketStore } from "../../daemon/media/stores/bucket-store.ts";
import { createGraph } from "../../daemon/providers/cloud-api/graph.ts";
import { postFile } from "../../daemon/providers/whatsapp-web/send/post-file.ts";
import { startBucket } from "../support/bucket.ts";
import { certificateFor } from "../support/certificate.ts";
import { type ConnectProxy, type ProxyOptions, startConnectProxy } from "../support/connect-proxy.ts";

const PUBLIC = "93.184.216.34";
const NAMES = ["graph.example", "hooks.example", "mmg.whatsapp.net", PUBLIC];
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));
const authorities = tls.getCACertificates("default");
const certificate = certificateFor(NAMES);
const title = certificate === null ? " (skipped: no openssl here)" : "";
const folder = mkdtempSync(join(tmpdir(), "waypost-proxies-"));
const seen: { host: string | null; port: number | undefined }[] = [];
const closing: (() => unknown)[] = [];
let server: Bun.Server<undefined>;
let proxy: ConnectProxy;

function setProxies(values: Record<string, string>): void {
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, values);
}

async function start(options: Partial<ProxyOptions> = {}): Promise<ConnectProxy> {
  const started = await startConnectProxy({ portOf: () => server.port ?? 0, ...options });
  closing.push(started.stop);
  return started;
}

beforeAll(() => {
  if (certificate === null) return;
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: certificate.key, cert: certificate.cert },
    fetch(request, self) {
      seen.push({ host: request.headers.get("host"), port: self.requestIP(request)?.port });
      return Response.json({ ok: true });
    },
  });
});
beforeEach(async () => {
  seen.splice(0);
  proxy = await start({ credentials: "anna:top-secret" });
  setProxies({ HTTPS_PROXY: proxy.address });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  for (const name of VARIABLES) delete process.env[name];
  for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
  tls.setDefaultCACertificates(authorities);
  await server?.stop(true);
  certificate?.remove();
  rmSync(folder, { recursive: true });
});

const callGraph = (host = "graph.example") =>
  createGraph(`https://${host}/v25.0`)({ method: "GET", path: "/me", accessToken: "token" });
const REQUEST = { headers: {}, body: "{}", timeoutMs: 20_000 };
const leadingTo = (address: string, allowed: string[] = []) =>
  createEgressGuard(allowed, async () => [{ address, family: 4 }]);

function whatsAppHosts(address: string) {
  const hosts = { owner: "WhatsApp's", domains: ["whatsapp.net"], isConfigured: () => false };
  return guardOwnHosts(hosts, leadingTo(address), async () => [{ address, family: 4 }]);
}

/** Posts so many times to a host at an address. */
async function postTo(url: string, address = PUBLIC, times = 1, allowed: string[] = []) {
  const poster = createPoster(leadingTo(address, allowed));
  closing.push(() => poster.close());
  let result = await poster.post(url, REQUEST);
  for (let nth = 1; nth < times; nth++) result = await poster.post(url, REQUEST);
  return result;
}

async function downloadFrom(url: string, guard: Parameters<typeof download>[1]["guard"]) {
  const path = join(folder, crypto.randomUUID());
  const location = { url, headers: {}, mimeType: null, sha256: null, size: null };
  return await download(location, { guard, tunnel: null, path, signal: new AbortController().signal }).catch(
    (cause: unknown) => cause,
  );
}

test.skipIf(certificate === null)(`Meta's API is called through the proxy, by name${title}`, async () => {
  const call = createGraph("https://graph.example/v25.0");
  for (let nth = 0; nth < 3; nth++)
    expect(await call({ method: "GET", path: "/me", accessToken: "t" })).toMatchObject({ status: 200 });
  expect(proxy.requests).toEqual(["graph.example:443"]);
  expect(new Set(seen.map(({ host }) => host))).toEqual(new Set(["graph.example"]));
});

test.skipIf(certificate === null).each(["HTTPS_PROXY", "https_proxy"])(`%s is read${title}`, async (name) => {
  setProxies({ [name]: proxy.address.replace("http://", "") });
  expect(await callGraph()).toMatchObject({ kind: "response" });
  expect(proxy.requests).toHaveLength(1);
});

test.skipIf(certificate === null)(
  `a webhook's host is resolved here, and the proxy gets the address that was judged${title}`,
  async () => {
    expect(await postTo("https://hooks.example/in", PUBLIC, 3)).toMatchObject({ status: 200 });
    // one tunnel for all: its connection is kept
    expect(proxy.requests).toEqual([`${PUBLIC}:443`]);
    expect(seen.map(({ host }) => host)).toEqual(Array(3).fill("hooks.example"));
    expect(new Set(seen.map(({ port }) => port)).size).toBe(1);
    expect(await postTo(`https://${PUBLIC}/in`)).toMatchObject({ status: 200 });
    expect(proxy.requests).toHaveLength(2);
  },
);

test.skipIf(certificate === null)(
  `a certificate for another name is refused behind a proxy, too${title}`,
  async () => {
    expect(await postTo("https://other.example/in")).toMatchObject({ kind: "failure", failure: "tls" });
    expect(proxy.requests).toEqual([`${PUBLIC}:443`]);
  },
);

test("a private address is refused before the proxy is called", async () => {
  for (const address of ["10.0.0.1", "127.0.0.1", "169.254.169.254", "64:ff9b::a00:1"]) {
    expect(await postTo("https://hooks.example/in", address)).toMatchObject({ failure: "refused" });
    expect(await downloadFrom("https://hooks.example/file", leadingTo(address))).toMatchObject({
      code: "media_refused",
    });
  }
  expect(await postTo("https://10.0.0.1/in")).toMatchObject({ failure: "refused" });
  expect(proxy.requests).toEqual([]);
});

test.skipIf(certificate === null)(
  `a private host that the operator allows is reached without the proxy${title}`,
  async () => {
    const url = `https://hooks.example:${server.port}/in`;
    expect(await postTo(url, "127.0.0.1", 1, ["127.0.0.0/8"])).toMatchObject({ status: 200 });
    expect(seen).toHaveLength(1);
    expect(proxy.requests).toEqual([]);
  },
);

test.skipIf(certificate === null)(`files are downloaded and uploaded through the proxy${title}`, async () => {
  expect(await downloadFrom("https://hooks.example/file", leadingTo(PUBLIC))).toMatchObject({ size: 11 });
  expect(proxy.requests).toEqual([`${PUBLIC}:443`]);
  expect(await downloadFrom("https://mmg.whatsapp.net/v/t62", whatsAppHosts(PUBLIC))).toMatchObject({
    size: 11,
  });
  const path = join(folder, "upload");
  await Bun.write(path, "bytes");
  const url = new URL("https://mmg.whatsapp.net/upload");
  expect(await postFile(url, path, { headers: {}, timeoutMs: 20_000, tunnel: null })).toEqual({ ok: true });
  expect(proxy.requests.slice(1)).toEqual(["mmg.whatsapp.net:443", "mmg.whatsapp.net:443"]);
});

test.skipIf(certificate === null)(`health looks for the hosts through the proxy${title}`, async () => {
  const urls = { graphUrl: "https://graph.example/v25.0", webSocketUrl: "wss://mmg.whatsapp.net/ws/chat" };
  const hosts = await askOutsideHosts(urls);
  expect(hosts.map(({ error }) => error)).toEqual([null, null]);
  expect(proxy.requests.toSorted()).toEqual(["graph.example:443", "mmg.whatsapp.net:443"]);
});

test("the bucket is called through the proxy, and without it where NO_PROXY says so", async () => {
  const bucket = startBucket();
  closing.push(bucket.stop);
  const port = new URL(bucket.settings.mediaEndpoint).port;
  const relay = await start({ portOf: () => Number(port) });
  const store = createBucketStore({ ...bucket.settings, mediaEndpoint: "http://bucket.example" });
  const put = async () => {
    const path = join(folder, "object");
    await Bun.write(path, "bytes");
    return await store.put("key", path, "text/plain").then(
      () => "stored",
      () => "failed",
    );
  };
  setProxies({ HTTP_PROXY: relay.address });
  expect(await put()).toBe("stored");
  expect(relay.requests).toEqual(["bucket.example"]);
  setProxies({ HTTP_PROXY: relay.address, NO_PROXY: ".example" });
  expect(await put()).toBe("failed");
  expect(relay.requests).toHaveLength(1);
});

test("NO_PROXY excepts a host from it on each way", async () => {
  setProxies({ HTTPS_PROXY: proxy.address, NO_PROXY: "invalid, whatsapp.net" });
  expect(await callGraph("graph.invalid")).toMatchObject({ kind: "unreachable" });
  // what is dialled directly has its address judged here
  expect(await downloadFrom("https://mmg.whatsapp.net/v/t62", whatsAppHosts("10.0.0.1"))).toMatchObject({
    code: "media_refused",
  });
  const [graph] = await askOutsideHosts({
    graphUrl: "https://graph.invalid",
    webSocketUrl: "wss://x.invalid",
  });
  expect(graph?.error).toBe("ENOTFOUND");
  expect(proxy.requests).toEqual([]);
});

test("a proxy that is away, or refuses, is named as what is wrong, without its address and password", async () => {
  const away = "the proxy of HTTPS_PROXY can't be reached (ECONNREFUSED)";
  const refused = "the proxy of HTTPS_PROXY did not connect: HTTP/1.1 407 Proxy Authentication Required";
  for (const [address, reason] of [
    ["http://anna:top-secret@127.0.0.1:1", away],
    [proxy.address.replace("top-secret", "another-secret"), refused],
  ] as const) {
    setProxies({ HTTPS_PROXY: address });
    const urls = { graphUrl: "https://graph.example", webSocketUrl: "wss://graph.example" };
    const results = {
      graph: await callGraph(),
      webhook: await postTo("https://hooks.example/in"),
      file: await downloadFrom("https://hooks.example/file", leadingTo(PUBLIC)),
      hosts: await askOutsideHosts(urls),
    };
    expect(results.graph).toEqual({ kind: "unreachable", reason });
    expect(results.webhook).toMatchObject({ kind: "failure", failure: "connection", reason });
    expect((results.file as Error).message).toBe(reason);
    expect(results.hosts.map(({ error }) => error)).toEqual([reason, reason]);
    expect(Bun.inspect(results)).not.toMatch(/secret|anna|127\.0\.0\.1/);
  }
});
