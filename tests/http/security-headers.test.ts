import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";

const waypost = ownDaemon({ config: { behindProxy: true } });

const get = (path: string, headers = {}) => waypost.call("GET", path, undefined, headers);

test.each([
  ["an answer", "/v1/channels", 200],
  ["a health check", "/v1/health", 200],
  ["a missing thing", "/v1/channels/ch_none", 404],
  ["a missing path", "/nowhere", 404],
  ["a wrong query", "/v1/messages?limit=no", 422],
  ["a contact's error", "/v1/contacts/ct_none", 404],
])("%s is neither kept nor framed nor guessed at", async (_what, path, status) => {
  const { headers, status: found } = await get(path);
  expect(found).toBe(status);
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});

test("what the documentation page says of itself stays", async () => {
  const { headers } = await get("/docs");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("only what came over TLS asks for it", async () => {
  expect((await get("/v1/channels")).headers.has("strict-transport-security")).toBe(false);
  const secure = await get("/v1/channels", { "x-forwarded-proto": "https" });
  expect(secure.headers.get("strict-transport-security")).toStartWith("max-age=63072000");
});

test("no answer names what the server is made of", async () => {
  const { headers } = await get("/v1/health");
  expect([headers.has("server"), headers.has("x-powered-by")]).toEqual([false, false]);
});
