/** Setting a login provider, and turning passwords off. */
import { expect, test } from "bun:test";
import { createPasswords } from "../../daemon/auth/password.ts";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { insertUser } from "../../db/auth/users.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { CLIENT } from "./provider.ts";
import { newPerson, providerForTests, settingsFor } from "./set-up.ts";

const { daemon, logIn, me, provider, set } = providerForTests();
const PASSWORD = "correct horse battery staple";

/** A user of the organisation with a password. */
async function newUser(email = `${crypto.randomUUID()}@example.com`) {
  const password_hash = await createPasswords().hash(PASSWORD);
  const id = Bun.randomUUIDv7();
  const organization_id = daemon.organizationId;
  await insertUser(daemon.sql, { organization_id, id, email, name: "Ben", role: "agent", password_hash });
  return email;
}

const byPassword = (email: string, password = PASSWORD) =>
  caller(daemon.url, null)("POST", "/v1/auth/login", { email, password });

/** An owner comes in, passwords go off for as long as the work takes. */
async function withoutPasswords(work: () => Promise<void>) {
  provider.person = newPerson(["owners"]);
  await logIn();
  expect((await set({ password_login: false })).status).toBe(200);
  try {
    await work();
  } finally {
    await set({ password_login: true });
  }
}

test("it is shown with the addresses that the provider has to know, and without its secret", async () => {
  const { body } = await daemon.call("GET", "/v1/settings/login-provider");
  expect(body).toMatchObject({ issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com"] });
  expect(body.redirect_uri).toBe(`${daemon.url}/login/oidc/callback`);
  expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
});

test("the secret is kept sealed", async () => {
  const [row] = await daemon.sql<{ client_secret: string }[]>`select client_secret from login_providers`;
  expect(row?.client_secret).toStartWith("v1.");
});

test.each([
  ["nobody is there", () => "http://127.0.0.1:9", "can't be reached: the connection failed (ECONNREFUSED)"],
  ["another issuer is there", () => provider.issuer.replace("127.0.0.1", "localhost"), "another issuer"],
  ["something else is there", () => daemon.url, "describes no provider"],
  ["the network is private", () => "https://10.0.0.1", "private"],
  ["it is no address", () => "ftp://login.example.com", "https://"],
])("an issuer is refused where %s", async (_, issuer, why) => {
  const { status, body } = await set({ issuer: issuer() });
  expect(status).toBe(422);
  expect(body.detail).toStartWith("/issuer: ");
  expect(body.detail).toContain(why);
});

test("a change leaves the rest as it is", async () => {
  const { body } = await set({ name: "Red Door", domains: ["Example.com"] });
  expect(body).toMatchObject({
    name: "Red Door",
    domains: ["example.com"],
    roles: settingsFor(provider).roles,
  });
});

test("who manages users may see it, and only who may do everything may change it", async () => {
  const call = caller(daemon.url, await makeKey(daemon, ["users:manage"]));
  expect((await call("GET", "/v1/settings/login-provider")).status).toBe(200);
  for (const method of ["PATCH", "DELETE"])
    expect((await call(method, "/v1/settings/login-provider", { name: "x" })).status).toBe(403);
});

test("an owner proves anew who they are before it is changed or removed", async () => {
  provider.person = newPerson(["owners"]);
  const { browser } = await logIn();
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes'`;
  const headers = { cookie: browser.cookies(daemon.url), origin: daemon.url };
  const call = caller(daemon.url, null);
  for (const method of ["PATCH", "DELETE"]) {
    const { status, body } = await call(method, "/v1/settings/login-provider", { name: "x" }, headers);
    expect([status, body.code]).toEqual([403, "step_up_required"]);
  }
});

test("passwords can't go off before an owner came in by the provider, nor after it changed", async () => {
  await set({ client_secret: CLIENT.secret });
  expect((await set({ password_login: false })).body.code).toBe("unproven_provider");
  provider.person = newPerson(["support"]);
  await logIn();
  expect((await set({ password_login: false })).status).toBe(409);
  await withoutPasswords(async () => {
    expect((await set({ domains: ["example.org"] })).status).toBe(409);
    expect((await set({ name: "Blue Door" })).status).toBe(200);
  });
});

test("without passwords, a right one is no way in, and the provider is named to people of its domains", async () => {
  const email = await newUser();
  await withoutPasswords(async () => {
    const { status, body } = await byPassword(email);
    expect([status, body.code]).toEqual([403, "password_login_off"]);
    expect((await byPassword("nobody@elsewhere.example")).status).toBe(401);
    const asked = await fetch(`${daemon.url}/v1/auth/ways`);
    expect(await asked.json()).toMatchObject({ name: "Blue Door", password_login: false });
  });
  expect((await byPassword(email)).status).toBe(200);
});

test("whether somebody of such a domain is a user is not to be seen", async () => {
  const email = await newUser();
  await withoutPasswords(async () => {
    const [known, unknown] = [await byPassword(email), await byPassword("nobody@example.com")];
    expect(known.body.detail).toBe(unknown.body.detail);
  });
});

test("an organisation speaks of the people of no other one", async () => {
  const other = await addOrganization(daemon.sql, daemon.secrets, {
    name: "Other",
    email: "o@other.example",
  });
  try {
    await withoutPasswords(async () => {
      expect((await byPassword("nobody@example.com")).status).toBe(401);
    });
  } finally {
    await daemon.sql`delete from organizations where organization_id = ${other.organization_id}`;
  }
});

test("without passwords, an invitation can't be accepted", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accept = () =>
    caller(daemon.url, null)("POST", "/v1/auth/invitations/accept", {
      ...{ token: body.token, name: "Ben", password: PASSWORD },
    });
  await withoutPasswords(async () => {
    expect((await accept()).body.code).toBe("password_login_off");
  });
  expect((await accept()).status).toBe(200);
});

test("a terminal's code is allowed by somebody who logged in by the provider", async () => {
  await withoutPasswords(async () => {
    const form = new URLSearchParams({ client_id: "waypost", host: "laptop", scope: "messages:read" });
    const asked = await fetch(`${daemon.url}/v1/auth/device/authorization`, { method: "POST", body: form });
    const { user_code, device_code } = (await asked.json()) as Record<string, string>;
    provider.person = newPerson(["owners"]);
    const { browser } = await logIn();
    const headers = { cookie: browser.cookies(daemon.url), origin: daemon.url };
    await caller(daemon.url, null)(
      "POST",
      "/v1/auth/device/answer",
      { user_code, answer: "approve" },
      headers,
    );
    const grant = {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: device_code ?? "",
    };
    const body = new URLSearchParams({ client_id: "waypost", ...grant });
    const taken = await fetch(`${daemon.url}/v1/auth/device/token`, { method: "POST", body });
    const { access_token } = (await taken.json()) as { access_token: string };
    expect((await caller(daemon.url, access_token)("GET", "/v1/messages")).status).toBe(200);
  });
});

test("removed, it lets nobody in, and says so", async () => {
  expect((await daemon.call("DELETE", "/v1/settings/login-provider")).status).toBe(204);
  const { browser, shown } = await logIn();
  expect(shown.status).toBe(404);
  expect(shown.text).toContain("no login provider");
  expect((await me(browser)).code).toBe("unauthorized");
  expect((await set(settingsFor(provider))).status).toBe(200);
});
