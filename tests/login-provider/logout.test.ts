/** Back-channel logout: the provider says that somebody logged out there. */
import { expect, test } from "bun:test";
import { newBrowser } from "./browser.ts";
import { CLIENT } from "./provider.ts";
import { newPerson, providerForTests } from "./set-up.ts";

const { daemon, logIn, me, provider } = providerForTests();
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** What a logout token says; `claims` replaces some of it. */
function claimsOf(claims: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  return {
    ...{ iss: provider.issuer, aud: CLIENT.id, iat: now, exp: now + 120, jti: crypto.randomUUID() },
    ...{ sub: provider.person.sub, events: { [EVENT]: {} }, ...claims },
  };
}

async function say(token: string) {
  const body = new URLSearchParams({ logout_token: token });
  return (await fetch(`${daemon.url}/login/oidc/logout`, { method: "POST", body })).status;
}

test("all logins end that the provider opened for the person, and nobody else's", async () => {
  provider.person = newPerson(["support"]);
  const other = await logIn();
  provider.person = newPerson(["support"]);
  const both = [await logIn(), await logIn()];
  expect(await say(await provider.sign(claimsOf()))).toBe(200);
  for (const { browser } of both) expect((await me(browser)).code).toBe("unauthorized");
  expect((await me(other.browser)).user.role).toBe("agent");
});

test("of a session of the provider, only the login that it opened ends", async () => {
  provider.person = newPerson(["support"]);
  const kept = await logIn();
  provider.altered = { claims: { sid: "of the phone" } };
  const ended = await logIn();
  provider.altered = null;
  expect(await say(await provider.sign(claimsOf({ sub: undefined, sid: "of the phone" })))).toBe(200);
  expect((await me(ended.browser)).code).toBe("unauthorized");
  expect((await me(kept.browser)).user.role).toBe("agent");
});

test.each<[string, () => Promise<string> | string]>([
  ["of another issuer", () => provider.sign(claimsOf({ iss: "https://evil.example" }))],
  ["for another client", () => provider.sign(claimsOf({ aud: "another" }))],
  ["that is an ID token", () => provider.sign(claimsOf({ events: undefined }))],
  ["with a nonce", () => provider.sign(claimsOf({ nonce: "n" }))],
  ["that names nobody", () => provider.sign(claimsOf({ sub: undefined }))],
  ["that has expired", () => provider.sign(claimsOf({ exp: 1 }))],
  ["of ten minutes ago", () => provider.sign(claimsOf({ iat: Math.floor(Date.now() / 1000) - 600 }))],
  ["without an id", () => provider.sign(claimsOf({ jti: undefined }))],
  ["without a signature", () => `${unsigned({ alg: "none" })}.${unsigned(claimsOf())}.`],
  ["signed with another key", () => forged()],
  ["that is none", () => "nonsense"],
])("a token %s is refused, and nobody is logged out", async (_, token) => {
  provider.person = newPerson(["support"]);
  const { browser } = await logIn();
  expect(await say(await token())).toBe(400);
  expect((await me(browser)).user.role).toBe("agent");
});

test("a token works once", async () => {
  provider.person = newPerson(["support"]);
  const token = await provider.sign(claimsOf());
  expect(await say(token)).toBe(200);
  const { browser } = await logIn(newBrowser());
  expect(await say(token)).toBe(400);
  expect((await me(browser)).user.role).toBe("agent");
});

function unsigned(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** Says the same in the name of the same key, and was signed with another one. */
async function forged(): Promise<string> {
  const [header, , signature] = (await provider.sign(claimsOf({ sub: "somebody else" }))).split(".");
  return `${header}.${unsigned(claimsOf())}.${signature}`;
}
