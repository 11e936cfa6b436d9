/** Logging in by a provider of OpenID Connect: who gets in, as whom, and in which role. */
import { expect, test } from "bun:test";
import { createPasswords } from "../../daemon/auth/password.ts";
import { insertUser } from "../../db/auth/users.ts";
import { caller } from "../support/daemon.ts";
import { newBrowser } from "./browser.ts";
import { newPerson, providerForTests } from "./set-up.ts";

const { daemon, logIn, me, set, provider } = providerForTests();

const PASSWORD = "correct horse battery staple";

/** Somebody who has nothing but an invitation, and accepts it: their cookie. */
async function acceptInvitation(email: string) {
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accepted = await fetch(`${daemon.url}/v1/auth/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: body.token, name: "Eve", password: PASSWORD }),
  });
  return accepted.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** A user who is there already. */
async function newUser(role: string, email = `${crypto.randomUUID()}@example.com`) {
  const id = Bun.randomUUIDv7();
  const password_hash = await createPasswords().hash(PASSWORD);
  const user = { organization_id: daemon.organizationId, id, email, name: "Ben", role, password_hash };
  await insertUser(daemon.sql, user);
  return { id, email };
}

test("somebody of a permitted domain becomes a user in the role of their groups", async () => {
  provider.person = newPerson(["support"], { name: "Ada Lovelace" });
  const { browser, shown } = await logIn();
  expect(shown).toMatchObject({ status: 200, url: `${daemon.url}/` });
  const { email } = provider.person;
  expect((await me(browser)).user).toMatchObject({ email, name: "Ada Lovelace", role: "agent" });
});

test("of several groups, the one counts that may do most", async () => {
  provider.person = newPerson(["readers", "owners", "nobody knows these"]);
  expect((await me((await logIn()).browser)).user.role).toBe("owner");
});

test("the same person is the same user, also by another address", async () => {
  provider.person = newPerson(["support"]);
  const { id } = (await me((await logIn()).browser)).user;
  provider.person = { ...provider.person, email: `${crypto.randomUUID()}@example.com` };
  expect((await me((await logIn()).browser)).user.id).toBe(id);
});

test("the first login finds the user who has the address", async () => {
  const { id, email } = await newUser("viewer");
  provider.person = newPerson(["support"], {
    email: email.toUpperCase().replace("EXAMPLE.COM", "example.com"),
  });
  expect((await me((await logIn()).browser)).user).toMatchObject({ id, role: "agent" });
});

test("an address that the provider gave to somebody else is not the user before", async () => {
  provider.person = newPerson(["support"]);
  await logIn();
  provider.person = newPerson(["support"], { email: provider.person.email });
  const { browser, shown } = await logIn();
  expect(shown).toMatchObject({ status: 403, text: expect.stringContaining("belongs to another account") });
  expect((await me(browser)).code).toBe("unauthorized");
});

test("with lower groups, the role is lower, and the keys end that are beyond it", async () => {
  provider.person = newPerson(["owners"]);
  const { browser } = await logIn();
  const headers = {
    cookie: browser.cookies(daemon.url),
    origin: daemon.url,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ name: "mine", permissions: ["*"] });
  const made = await fetch(`${daemon.url}/v1/api-keys`, { method: "POST", headers, body });
  const { key } = (await made.json()) as { key: string };
  const asKey = () => fetch(`${daemon.url}/v1/channels`, { headers: { "x-api-key": key } });
  expect((await asKey()).status).toBe(200);
  provider.person = { ...provider.person, groups: ["readers"] };
  expect((await me((await logIn()).browser)).user.role).toBe("viewer");
  expect((await asKey()).status).toBe(401);
});

test("who took an invitation for somebody's address does not get the role of their groups", async () => {
  provider.person = newPerson(["owners"]);
  const { email } = provider.person;
  const cookie = await acceptInvitation(email);
  const asEve = () => fetch(`${daemon.url}/v1/messages`, { headers: { cookie } });
  expect((await asEve()).status).toBe(200);
  expect((await me((await logIn()).browser)).user.role).toBe("owner");
  expect((await asEve()).status).toBe(401);
  const body = { email, password: PASSWORD };
  expect((await caller(daemon.url, null)("POST", "/v1/auth/login", body)).status).toBe(401);
});

test("who lost all groups is refused, and logged out everywhere", async () => {
  provider.person = newPerson(["support"]);
  const { browser } = await logIn();
  provider.person = { ...provider.person, groups: [] };
  const { shown } = await logIn();
  expect(shown).toMatchObject({ status: 403, text: expect.stringContaining("None of your groups") });
  expect((await me(browser)).code).toBe("unauthorized");
});

test("without a role for others, nobody new gets in who is in no group", async () => {
  provider.person = newPerson(["nobody knows these"]);
  expect((await logIn()).shown.status).toBe(403);
  const rows = await daemon.sql`select from users where email = ${provider.person.email}`;
  expect(rows).toHaveLength(0);
});

test("the last owner stays one, whatever their groups are", async () => {
  const rows = await daemon.sql<{ id: string }[]>`
    update users set disabled_at = now() where role = 'owner' returning id`;
  try {
    provider.person = newPerson(["owners"]);
    await logIn();
    provider.person = { ...provider.person, groups: ["readers"] };
    expect((await me((await logIn()).browser)).user.role).toBe("owner");
  } finally {
    await daemon.sql`update users set disabled_at = null where id = any (${rows.map(({ id }) => id)})`;
  }
});

test("without a claim of groups, the role is the default at first, and then what is given here", async () => {
  await set({ groups_claim: null, default_role: "viewer" });
  provider.person = newPerson(["owners"]);
  const { user } = await me((await logIn()).browser);
  expect(user.role).toBe("viewer");
  await daemon.call("PATCH", `/v1/users/${user.id}`, { role: "admin" });
  expect((await me((await logIn()).browser)).user.role).toBe("admin");
  await set({ groups_claim: "groups", default_role: null });
});

test.each([
  ["no verified address", { email_verified: false }, "verified"],
  ["an address of another domain", { email: "ada@evil.example" }, "no domain"],
  ["an address that only ends like a permitted one", { email: "ada@notexample.com" }, "no domain"],
  ["a permitted domain in front of another", { email: "ada@example.com@evil.example" }, "no domain"],
])("%s is refused", async (_, rest, why) => {
  provider.person = newPerson(["owners"], rest);
  expect((await logIn()).shown).toMatchObject({ status: 403, text: expect.stringContaining(why) });
});

test("a disabled user is refused", async () => {
  const { id, email } = await newUser("agent");
  await daemon.call("PATCH", `/v1/users/${id}`, { disabled: true });
  provider.person = newPerson(["support"], { email });
  expect((await logIn()).shown.text).toContain("disabled");
});

test("a removed user is made anew, for as long as the provider lets them in", async () => {
  provider.person = newPerson(["support"]);
  const { browser } = await logIn();
  const { id } = (await me(browser)).user;
  await daemon.call("DELETE", `/v1/users/${id}`);
  expect((await me(browser)).code).toBe("unauthorized");
  const again = (await me((await logIn()).browser)).user;
  expect(again.email).toBe(provider.person.email);
  expect(again.id).not.toBe(id);
});

test("a login leads on to where somebody wanted to go", async () => {
  provider.person = newPerson(["support"]);
  const to = encodeURIComponent("/device?user_code=WDJB-MJHT");
  const shown = await newBrowser().go(`${daemon.url}/login/oidc/start?to=${to}`);
  expect(shown.url).toBe(`${daemon.url}/device?user_code=WDJB-MJHT`);
});

test.each(["//evil.example/", "/\\evil.example", "https://evil.example", "/..//evil.example"])(
  "%s leads to no other host",
  async (to) => {
    provider.person = newPerson(["support"]);
    const start = `${daemon.url}/login/oidc/start?to=${encodeURIComponent(to)}`;
    const { url } = await newBrowser().go(start);
    expect(new URL(url).origin).toBe(daemon.url);
  },
);

test("a second factor that the organisation requires is the provider's to ask for", async () => {
  const require = (roles: string[]) =>
    daemon.call("PATCH", "/v1/settings/organization", { two_factors: roles });
  expect((await require(["agent"])).status).toBe(200);
  provider.person = newPerson(["support"]);
  const headers = { cookie: (await logIn()).browser.cookies(daemon.url) };
  expect((await fetch(`${daemon.url}/v1/messages`, { headers })).status).toBe(200);
  await require([]);
});
