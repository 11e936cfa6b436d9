/** Passkeys over HTTP, with an authenticator in software that also lies. What Chromium does is in tests/page/passkeys. */
import { expect, test } from "bun:test";
import { newChallenge } from "../../../daemon/auth/passkeys/challenge.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { type Browser, beginLogin, newBrowser, newUser } from "../factors/people.ts";
import { type Lies, newAuthenticator } from "./authenticator.ts";

const shared = sharedDaemon();
// passkeys are for names, not for addresses
const daemon = new Proxy(shared, {
  get: (target, name) =>
    name === "url" ? target.url.replace("127.0.0.1", "localhost") : Reflect.get(target, name),
});
const LOGIN = "/v1/auth/login/passkey";

async function addPasskey(browser: Browser, lies: Lies = {}) {
  const passkey = newAuthenticator(daemon.url);
  const { body: options } = await browser.call("POST", "/v1/auth/factors/passkey/options");
  const body = { name: "Laptop", passkey: passkey.make(options, lies) };
  return { passkey, added: await browser.call("POST", "/v1/auth/factors/passkey", body), body };
}

/** A user with a passkey. */
async function withPasskey(role = "agent") {
  const user = await newUser(daemon, role);
  const { passkey, added } = await addPasskey(user.browser);
  expect(added.status).toBe(201);
  return { ...user, passkey, factorId: added.body.id as string, recovery: added.body.recovery_codes };
}

const options = async () => (await newBrowser(daemon).call("POST", `${LOGIN}/options`)).body;
const logIn = (passkey: object, browser = newBrowser(daemon)) => browser.call("POST", LOGIN, { passkey });
const refused = { status: 403, body: { code: "passkey_invalid" } };

test("a passkey logs its user in without a password, and says so in the list of logins", async () => {
  const { passkey, email, recovery } = await withPasskey();
  expect(recovery).toHaveLength(10);
  const browser = newBrowser(daemon);
  expect((await logIn(passkey.sign(await options()), browser)).body).toMatchObject({ email });
  const { body } = await browser.call("GET", "/v1/auth/logins");
  expect(body.data[0]).toMatchObject({ current: true, factor: "passkey" });
});

test("with a passkey, the password alone opens nothing", async () => {
  const { email } = await withPasskey();
  expect((await beginLogin(daemon, email)).answer.body.code).toBe("factor_required");
});

test("what was signed counts once, also when it comes twice at once", async () => {
  const { passkey } = await withPasskey();
  const signed = passkey.sign(await options());
  const answers = await Promise.all([logIn(signed), logIn(signed)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await logIn(signed)).toMatchObject(refused);
});

test("a challenge that was signed counts for no other signature", async () => {
  const { passkey } = await withPasskey();
  const asked = await options();
  expect((await logIn(passkey.sign(asked))).status).toBe(200);
  expect(await logIn(passkey.sign(asked))).toMatchObject(refused);
});

test.each<[string, Lies]>([
  ["on another page", { origin: "https://evil.example" }],
  ["on the same host over another port", { origin: "http://localhost:1" }],
  ["for another site", { rpId: "evil.example" }],
  ["without the device's check of who it is", { isVerified: false }],
  ["as what a new passkey signs", { type: "webauthn.create" }],
  ["by a copy that has counted less", { counter: 1 }],
])("what was signed %s is refused", async (_, lies) => {
  const { passkey } = await withPasskey();
  for (let times = 0; times < 2; times++)
    expect((await logIn(passkey.sign(await options()))).status).toBe(200);
  expect(await logIn(passkey.sign(await options(), lies))).toMatchObject(refused);
});

test("a challenge that is not ours, is for something else or is over is refused", async () => {
  const { passkey, browser } = await withPasskey();
  const { rpId } = await options();
  const registration = (await browser.call("POST", "/v1/auth/factors/passkey/options")).body.challenge;
  const over = Buffer.from(newChallenge(shared.secrets.derive("tokens"), "login", Date.now() - 301_000));
  for (const other of [Buffer.alloc(54).toString("base64url"), registration, over.toString("base64url"), ""])
    expect(await logIn(passkey.sign({ rpId, challenge: other }))).toMatchObject(refused);
});

test("another key's signature under the same id is refused", async () => {
  const { passkey } = await withPasskey();
  const { id, rawId } = passkey.sign(await options());
  const forged = { ...newAuthenticator(daemon.url).sign(await options()), id, rawId };
  expect(await logIn(forged)).toMatchObject(refused);
});

test.each<[string, Lies]>([
  ["on another page", { origin: "https://evil.example" }],
  ["for another site", { rpId: "evil.example" }],
  ["without the device's check of who it is", { isVerified: false }],
])("a passkey that was made %s is not added", async (_, lies) => {
  const { browser } = await newUser(daemon);
  expect((await addPasskey(browser, lies)).added).toMatchObject(refused);
});

test("a passkey is added once, and by nobody else", async () => {
  const [ada, ben] = [await newUser(daemon), await newUser(daemon)];
  const { added, body } = await addPasskey(ada.browser);
  expect(added.status).toBe(201);
  for (const { browser } of [ada, ben])
    expect(await browser.call("POST", "/v1/auth/factors/passkey", body)).toMatchObject(refused);
});

test("no passkey is added beyond ten factors, also when it was asked for before", async () => {
  const { browser, factorId } = await withPasskey();
  const { body: asked } = await browser.call("POST", "/v1/auth/factors/passkey/options");
  await shared.sql`
    insert into user_factors (organization_id, id, user_id, kind, name, confirmed_at)
    select organization_id, gen_random_uuid(), user_id, 'passkey', 'Key', now()
    from user_factors, generate_series(2, 10) where id = ${factorId}`;
  const passkey = newAuthenticator(daemon.url).make(asked);
  const added = await browser.call("POST", "/v1/auth/factors/passkey", { name: "Laptop", passkey });
  expect([added.status, added.body.code]).toEqual([409, "limit_reached"]);
});

test.each<[string, (user: Awaited<ReturnType<typeof withPasskey>>) => Promise<unknown>]>([
  ["was removed", ({ browser, factorId }) => browser.call("DELETE", `/v1/auth/factors/${factorId}`)],
  ["is of a disabled user", ({ id }) => shared.call("PATCH", `/v1/users/${id}`, { disabled: true })],
  ["is of a removed user", ({ id }) => shared.call("DELETE", `/v1/users/${id}`)],
  ["was reset", ({ id }) => shared.call("DELETE", `/v1/users/${id}/factors`)],
])("a passkey that %s logs nobody in", async (_, end) => {
  const user = await withPasskey();
  const signed = user.passkey.sign(await options());
  await end(user);
  expect(await logIn(signed)).toMatchObject(refused);
});

test("a passkey proves once more who its user is, and nobody else", async () => {
  const [ada, ben] = [await withPasskey(), await withPasskey()];
  await shared.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${ada.id}`;
  const prove = async (passkey: object) =>
    (await ada.browser.call("POST", "/v1/auth/step_up", { passkey })).status;
  expect(await prove(ben.passkey.sign(await options()))).toBe(403);
  expect((await ada.browser.call("GET", "/v1/auth/step_up")).status).toBe(403);
  expect(await prove(ada.passkey.sign(await options()))).toBe(204);
  expect((await ada.browser.call("GET", "/v1/auth/step_up")).status).toBe(204);
});

test("an old login adds no passkey before a proof, and one at an IP address none at all", async () => {
  const { browser, id } = await newUser(daemon);
  await shared.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  const { body } = await browser.call("POST", "/v1/auth/factors/passkey/options");
  expect(body.code).toBe("step_up_required");
  expect((await newBrowser(shared).call("POST", `${LOGIN}/options`)).body.code).toBe("wrong_state");
});
