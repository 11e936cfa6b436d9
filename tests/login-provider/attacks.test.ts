/** What a provider, or somebody between it and the browser, may try: each is refused, and nobody is logged in. */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { newBrowser } from "./browser.ts";
import type { Altered } from "./provider.ts";
import { newPerson, providerForTests } from "./set-up.ts";

const { daemon, logIn, me, provider, set } = providerForTests();
const now = () => Math.floor(Date.now() / 1000);

async function withAltered<Result>(altered: Altered, work: () => Promise<Result>): Promise<Result> {
  provider.altered = altered;
  try {
    return await work();
  } finally {
    provider.altered = null;
  }
}

test.each<[string, () => Altered, string]>([
  ["of another issuer", () => ({ claims: { iss: "https://evil.example" } }), "iss"],
  ["for another client", () => ({ claims: { aud: "another" } }), "aud"],
  ["for several clients, by another", () => ({ claims: { aud: ["waypost", "x"], azp: "x" } }), "azp"],
  ["of another login", () => ({ claims: { nonce: "another" } }), "nonce"],
  ["without a nonce", () => ({ claims: { nonce: undefined } }), "nonce"],
  ["that has expired", () => ({ claims: { exp: now() - 120 } }), "exp"],
  ["that is not good yet", () => ({ claims: { nbf: now() + 300 } }), "nbf"],
  ["from the future", () => ({ claims: { iat: now() + 300 } }), "future"],
  ["of a session with an endless name", () => ({ claims: { sid: "x".repeat(256) } }), "sid"],
  ["without a signature", () => ({ header: { alg: "none" } }), "alg"],
  [
    "signed with a key that the provider does not have",
    () => ({ header: { alg: "RS256", kid: "x" } }),
    "key",
  ],
])("an ID token %s is refused", async (_, altered, why) => {
  provider.person = newPerson(["owners"]);
  const { browser, shown } = await withAltered(altered(), () => logIn());
  expect(shown.status).toBe(403);
  expect(shown.text).toContain("failed a check");
  expect(/<code>(.*)<\/code>/.exec(shown.text)?.[1]).toContain(why);
  expect((await me(browser)).code).toBe("unauthorized");
});

/** A provider that is one until it is asked for a token, which is elsewhere. */
function serveAuthorization(token_endpoint: string) {
  return Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch({ url }) {
      const { origin: issuer, pathname, searchParams } = new URL(url);
      const authorization_endpoint = `${issuer}/authorize`;
      if (pathname !== "/authorize") return Response.json({ issuer, authorization_endpoint, token_endpoint });
      const back = new URLSearchParams({ code: "x", state: searchParams.get("state") ?? "" });
      return Response.redirect(`${searchParams.get("redirect_uri")}?${back}`);
    },
  });
}

test("a provider leads the daemon into no private network", async () => {
  await using server = serveAuthorization("https://10.0.0.1/token");
  await set({ issuer: server.url.origin });
  try {
    const { shown } = await logIn();
    expect(shown).toMatchObject({ status: 502, text: expect.stringContaining("private or reserved") });
  } finally {
    await set({ issuer: provider.issuer });
  }
});

test("somebody whom the provider calls by an endless name is refused", async () => {
  provider.person = newPerson(["owners"], { sub: randomBytes(4000).toString("hex") });
  expect((await logIn()).shown).toMatchObject({ status: 403, text: expect.stringContaining("its sub is") });
});

test("clocks may be a minute apart", async () => {
  provider.person = newPerson(["support"]);
  const altered = { claims: { iat: now() + 30, exp: now() - 30 } };
  expect((await withAltered(altered, () => logIn())).shown.status).toBe(200);
});

test("a signature that somebody else made with a key of their own is refused", async () => {
  provider.person = newPerson(["owners"]);
  const { shown } = await withAltered({ foreign: true }, () => logIn());
  expect(shown.text).toContain("failed a check");
});

test("the provider's next key is known at once", async () => {
  provider.person = newPerson(["support"]);
  await logIn();
  await provider.rotate();
  expect((await logIn()).shown.status).toBe(200);
});

/** A browser that has been at the provider, and the address that it is sent back to. */
async function atCallback() {
  provider.person = newPerson(["support"]);
  const browser = newBrowser();
  const { url } = await browser.go(`${daemon.url}/login/oidc/start`, `${daemon.url}/login/oidc/callback`);
  return { browser, url };
}

test("an answer that another browser brings is refused, and so is one without a login that was begun", async () => {
  const { url } = await atCallback();
  const other = (await atCallback()).browser;
  for (const browser of [other, newBrowser()]) {
    expect(await browser.go(url)).toMatchObject({
      status: 400,
      text: expect.stringContaining("another browser"),
    });
    expect((await me(browser)).code).toBe("unauthorized");
  }
});

test("an answer is good once, even for a browser that kept its cookie", async () => {
  const { browser, url } = await atCallback();
  const headers = { cookie: browser.cookies(daemon.url) };
  const first = await fetch(url, { redirect: "manual", headers });
  expect(first.status).toBe(303);
  expect((await fetch(url, { redirect: "manual", headers })).status).toBe(400);
});

test("a code that was used is refused in another login", async () => {
  const used = await atCallback();
  await used.browser.go(used.url);
  const { browser, url } = await atCallback();
  const mixed = new URL(url);
  mixed.searchParams.set("code", new URL(used.url).searchParams.get("code") ?? "");
  expect((await browser.go(mixed.href)).text).toContain("failed a check");
  expect((await me(browser)).code).toBe("unauthorized");
});

test("an answer in the name of another provider is refused", async () => {
  const { browser, url } = await atCallback();
  const mixed = new URL(url);
  mixed.searchParams.set("iss", "https://evil.example");
  expect((await browser.go(mixed.href)).text).toContain("failed a check");
});

test("what the provider refuses is said, and none of its words are shown", async () => {
  const { browser, url } = await atCallback();
  const refused = new URL(url);
  refused.searchParams.delete("code");
  refused.searchParams.set("error", "access_denied");
  refused.searchParams.set("error_description", "<b>call 555</b>");
  const { text } = await browser.go(refused.href);
  expect(text).toContain("did not let you in");
  expect(text).not.toContain("555");
});
