/** Tunnels through real proxies, which are processes of their own: SOCKS5 and HTTP, in all their ways to fail. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import http from "node:http";
import https from "node:https";
import { createServer, type Server } from "node:net";
import tls from "node:tls";
import { createEgressGuard } from "../../../daemon/egress/guard.ts";
import { parseProxyAddress } from "../../../daemon/egress/tunnel/address.ts";
import { connectThrough } from "../../../daemon/egress/tunnel/connect.ts";
import { createTunnel } from "../../../daemon/egress/tunnel/tunnel.ts";
import { certificateFor } from "../../support/certificate.ts";
import {
  type ProxyProcess,
  type ProxyProcessOptions,
  startProxyProcess,
} from "../../support/proxies/start.ts";
import { until } from "../../support/until.ts";

const KINDS = ["socks5", "http"] as const;
const USER = { name: "anna", password: "top-secret" };
const guard = createEgressGuard(["127.0.0.0/8"]);
const certificate = certificateFor(["files.invalid"]);
const title = certificate === null ? " (skipped: no openssl here)" : "";
const authorities = tls.getCACertificates("default");
const closing: (() => unknown)[] = [];
let plain: Bun.Server<undefined>;
let secure: Bun.Server<undefined> | undefined;

beforeAll(() => {
  const served = { hostname: "127.0.0.1", port: 0, fetch: answer, websocket: { message: echo } };
  plain = Bun.serve(served);
  if (certificate === null) return;
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  secure = Bun.serve({ ...served, tls: { key: certificate.key, cert: certificate.cert } });
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  tls.setDefaultCACertificates(authorities);
  await plain.stop(true);
  await secure?.stop(true);
  certificate?.remove();
});

function answer(request: Request, server: Bun.Server<undefined>): Response | undefined {
  return server.upgrade(request) ? undefined : new Response(request.headers.get("host"));
}

function echo(socket: Bun.ServerWebSocket<undefined>, message: string | Buffer): void {
  socket.send(message);
}

async function start(options: ProxyProcessOptions): Promise<ProxyProcess> {
  const proxy = await startProxyProcess(options);
  closing.push(proxy.kill);
  return proxy;
}

const through = (url: string, withinMs?: number, by = guard) =>
  connectThrough(
    { address: parseProxyAddress(url), guard: by },
    { host: "127.0.0.1", port: plain.port ?? 0 },
    withinMs,
  ).then(
    (socket) => void socket.destroy(),
    (cause: unknown) => cause,
  );

async function failure(url: string, withinMs?: number, by = guard): Promise<string> {
  const cause = await through(url, withinMs, by);
  expect(cause).toBeInstanceOf(Error);
  // nothing in it, however deep, is a password
  expect(Bun.inspect(cause, { depth: 20 })).not.toContain("secret");
  expect(cause).toMatchObject({ code: "ERR_PROXY" });
  return (cause as Error).message;
}

function get(proxyUrl: string, url: URL): Promise<string> {
  const agent = createTunnel(parseProxyAddress(proxyUrl), guard).agentFor(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const call = (url.protocol === "https:" ? https : http).get(url, { agent }, async (message) => {
    let text = "";
    for await (const chunk of message) text += chunk;
    resolve(text);
  });
  call.on("error", reject);
  return promise;
}

test.each(KINDS)("a request through %s has its name resolved by the proxy", async (kind) => {
  const proxy = await start({ kind, user: USER });
  const url = new URL(`http://files.invalid:${plain.port}/`);
  expect(await get(proxy.url, url)).toBe(url.host);
  await until(() => proxy.seen.length === 1);
  expect(proxy.seen).toEqual([url.host]);
});

test.skipIf(certificate === null).each(KINDS)(
  `TLS through %s is with the host, and its certificate is checked${title}`,
  async (kind) => {
    const proxy = await start({ kind });
    const port = secure?.port;
    expect(await get(proxy.url, new URL(`https://files.invalid:${port}/`))).toBe(`files.invalid:${port}`);
    const other = get(proxy.url, new URL(`https://other.invalid:${port}/`));
    expect(await other.catch(({ code }) => code)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  },
);

test.each(KINDS)("without a user where %s wants one, and with a wrong one", async (kind) => {
  const proxy = await start({ kind, user: USER });
  expect(await failure(`${kind}://127.0.0.1:${proxy.port}`)).toBe(
    "the channel's proxy wants a user name and password",
  );
  expect(await failure(`${kind}://anna:another-secret@127.0.0.1:${proxy.port}`)).toBe(
    "the channel's proxy refused the user name or password",
  );
  expect(proxy.seen).toEqual([]);
});

test.each([
  ["socks5", "not allowed"],
  ["http", "HTTP 403 Forbidden"],
] as const)("%s that forbids the destination", async (kind, why) => {
  const proxy = await start({ kind, isForbidding: true });
  expect(await failure(proxy.url)).toBe(
    `the channel's proxy did not connect to 127.0.0.1:${plain.port}: ${why}`,
  );
});

test.each(KINDS)("%s that is away, and that says nothing", async (kind) => {
  const proxy = await start({ kind });
  proxy.freeze();
  expect(await failure(proxy.url, 500)).toBe("the channel's proxy did not answer within 0.5 s");
  proxy.thaw();
  expect(await through(proxy.url)).toBeUndefined();
  await proxy.kill();
  expect(await failure(proxy.url)).toBe("the channel's proxy can't be reached (ECONNREFUSED)");
});

test("one that ends the connection, and one of another protocol", async () => {
  const port = await listen((socket) => socket.end());
  expect(await failure(`socks5://127.0.0.1:${port}`)).toBe("the channel's proxy ended the connection");
  expect(await failure(`http://127.0.0.1:${port}`)).toBe("the channel's proxy ended the connection");
  const [socks, web] = [await start({ kind: "socks5" }), await start({ kind: "http" })];
  expect(await failure(`socks5://127.0.0.1:${web.port}`)).toBe("the channel's proxy does not speak SOCKS5");
  expect(await failure(`http://127.0.0.1:${socks.port}`)).toBe("the channel's proxy ended the connection");
});

test("one at an address that the operator does not allow is never called", async () => {
  let visits = 0;
  const port = await listen((socket) => {
    visits += 1;
    socket.destroy();
  });
  const strict = createEgressGuard([], async () => [{ address: "127.0.0.1", family: 4 }]);
  for (const host of ["127.0.0.1", "proxy.example.com"])
    expect(await failure(`socks5://${host}:${port}`, undefined, strict)).toBe(
      `the channel's proxy may not be reached: ${host} leads to a private or reserved address; the operator can allow it with WAYPOST_ALLOW_PRIVATE_HOSTS`,
    );
  expect(visits).toBe(0);
});

async function listen(serve: Parameters<typeof createServer>[1] & object): Promise<number> {
  const server: Server = createServer(serve);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
