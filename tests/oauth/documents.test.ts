/** The documents: those by which programs find out how to log in, and those by which programs say who they are. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import tls from "node:tls";
import { certificateFor } from "../support/certificate.ts";
import { caller, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { ask, CALLBACK, DEVICE_GRANT } from "./support.ts";

const ISSUER = "https://waypost.example.com/agents";
let daemon: OwnDaemon;
let program: ReturnType<typeof Bun.serve> | undefined;
/** What the program's host answers. */
let serve: (address: string) => Response = () => new Response(null, { status: 404 });

const certificate = certificateFor(["127.0.0.1"]);
const authorities = tls.getCACertificates();
beforeAll(async () => {
  daemon = await startTestDaemon({ config: { publicUrl: `${ISSUER}/` } });
  if (certificate === null) return;
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  program = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: certificate.key, cert: certificate.cert },
    fetch: ({ url }) => serve(url),
  });
});
afterAll(async () => {
  tls.setDefaultCACertificates(authorities);
  await program?.stop(true);
  certificate?.remove();
  await daemon.stop();
});

const get = (path: string) => caller(daemon.url, null)("GET", path);

/** What its user is shown of a program whose id is an address on the program's host. */
async function find(path: string, redirect = CALLBACK) {
  const { asked } = await ask(daemon.url, `${ISSUER}/mcp`);
  const client_id = new URL(path, program?.url).href;
  const params = { ...Object.fromEntries(asked.searchParams), client_id, redirect_uri: redirect };
  return await daemon.call("POST", "/v1/auth/oauth/find", params);
}
const document =
  (changes: object = {}) =>
  (client_id: string) =>
    Response.json({ client_id, client_name: "Agent", redirect_uris: [CALLBACK], ...changes });

test("the documents have the addresses below the public URL, at the places of both standards", async () => {
  for (const path of ["", "/mcp", "/agents/mcp"])
    expect((await get(`/.well-known/oauth-protected-resource${path}`)).body).toMatchObject({
      resource: `${ISSUER}/mcp`,
      authorization_servers: [ISSUER],
    });
  for (const path of ["", "/agents"])
    expect((await get(`/.well-known/oauth-authorization-server${path}`)).body).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/consent`,
      token_endpoint: `${ISSUER}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
    });
  expect((await get("/.well-known/oauth-protected-resource/other")).status).toBe(404);
  expect((await get("/.well-known/oauth-authorization-server/other")).status).toBe(404);
});

test("without the page, where users would answer, nobody is led to it", async () => {
  const pageless = await startTestDaemon({ config: { page: "off" } });
  const call = caller(pageless.url, null);
  expect((await call("GET", "/.well-known/oauth-protected-resource/mcp")).status).toBe(404);
  const refused = await call("POST", "/mcp", {});
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, null]);
  await pageless.stop();
});

const withCertificate = test.skipIf(certificate === null);

withCertificate("a program is who its document says, on the host that it is on", async () => {
  serve = document({ redirect_uris: ["http://127.0.0.1/callback"] });
  expect((await find("/client.json", CALLBACK)).body).toMatchObject({
    name: "Agent",
    host: program?.url.host,
  });
  expect((await find("/client.json", "https://evil.example/")).body.error).toBe("invalid_request");
});

withCertificate("the document of a program without a browser needs no redirects", async () => {
  serve = document({ redirect_uris: undefined, grant_types: [DEVICE_GRANT] });
  const client_id = new URL("/device.json", program?.url).href;
  const asked = await caller(daemon.url, null)("POST", "/oauth/device_authorization", { client_id });
  const { user_code } = asked.body;
  const found = await daemon.call("POST", "/v1/auth/oauth/find", { user_code });
  expect(found.body).toMatchObject({ name: "Agent", host: program?.url.host, user_code });
});

withCertificate.each<[string, (address: string) => Response]>([
  ["is for another address", document({ client_id: "https://other.example/client.json" })],
  ["wants a secret", document({ token_endpoint_auth_method: "client_secret_basic" })],
  ["has no redirects", document({ redirect_uris: [] })],
  ["has what is no address", document({ redirect_uris: [1] })],
  ["is too large", document({ client_name: "x".repeat(6_000) })],
  ["is no JSON", () => new Response("<html>")],
  ["is elsewhere", () => Response.redirect("https://other.example/client.json")],
  ["is not there", () => new Response(null, { status: 404 })],
])("a document that %s is not taken", async (_, served) => {
  serve = served;
  const { status, body } = await find(`/${crypto.randomUUID()}.json`);
  expect([status, body.error]).toEqual([400, "invalid_client"]);
});

test.each(["https://10.0.0.1/client.json", "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/x"])(
  "a document on a private network is not read: %s",
  async (address) => {
    const { body } = await find(address);
    expect(body.error).toBe("invalid_client");
    expect(body.detail).toContain("private or reserved address");
  },
);

test.each([
  "https://app.example/client.json#x",
  "https://app.example/a/../client.json",
  "https://u:p@app.example/x",
])("an address that may mean another is not asked: %s", async (address) => {
  const { asked } = await ask(daemon.url, `${ISSUER}/mcp`);
  const params = { ...Object.fromEntries(asked.searchParams), client_id: address };
  const { body } = await daemon.call("POST", "/v1/auth/oauth/find", params);
  expect(body.detail).toStartWith("the client_id is neither");
});

const nobody = (client_id: string) =>
  caller(daemon.url, null)("POST", "/oauth/device_authorization", { client_id });

withCertificate.each<[string, (address: string) => Response]>([
  ["of use", document({ redirect_uris: undefined, grant_types: [DEVICE_GRANT] })],
  ["of no use", () => new Response(null, { status: 404 })],
])("a document that is %s is read once, however often it is asked for", async (_, served) => {
  let reads = 0;
  serve = (address) => {
    reads += 1;
    return served(address);
  };
  const address = new URL(`/${crypto.randomUUID()}.json`, program?.url).href;
  await Promise.all([nobody(address), nobody(address)]);
  await nobody(address);
  expect(reads).toBe(1);
});

withCertificate("a stranger can't have one address after another called", async () => {
  let reads = 0;
  serve = () => {
    reads += 1;
    return new Response(null, { status: 404 });
  };
  const address = () => new URL(`/${crypto.randomUUID()}.json`, program?.url).href;
  const answers = await Promise.all(Array.from({ length: 30 }, () => nobody(address())));
  const refused = answers.filter(({ status }) => status === 429);
  expect(reads).toBeLessThan(15);
  expect(refused.length).toBe(30 - reads);
  expect(refused[0]?.headers.get("retry-after")).toMatch(/^[1-9]/);
  // who is logged in is no stranger
  serve = document();
  expect((await find(`/${crypto.randomUUID()}.json`)).status).toBe(200);
});
