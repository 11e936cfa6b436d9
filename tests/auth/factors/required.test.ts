/** A second factor that the organisation requires: who has none may do nothing but set one up. */
import { afterEach, expect, test } from "bun:test";
import { ownDaemon } from "../../support/own-daemon.ts";
import { appWith, type Browser, beginLogin, newUser, newUserWithApp } from "./people.ts";

const daemon = ownDaemon();
const EVERYBODY = ["owner", "admin", "agent", "viewer"];
const SETTINGS = "/v1/settings/organization";

const require = (two_factors: unknown) => daemon.call("PATCH", SETTINGS, { two_factors });
afterEach(async () => void (await require([])));

async function setUpApp(browser: Browser): Promise<void> {
  const { body } = await browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  const code = appWith(body.secret).code();
  expect((await browser.call("POST", `/v1/auth/factors/${body.id}/confirm`, { code })).status).toBe(200);
}

test.each([[[]], [["viewer"]], [["owner", "admin"]]])(
  "%p is kept, and shown as it was set",
  async (wanted) => {
    expect((await require(wanted)).body.two_factors).toEqual(wanted);
    expect((await daemon.call("GET", SETTINGS)).body.two_factors).toEqual(wanted);
  },
);

test.each<[unknown]>([["all"], [["boss"]], [["admin", "admin"]], [null]])("%p is refused", async (wanted) => {
  expect((await require(wanted)).status).toBe(422);
});

test("who has none is let in to set one up, and to nothing else before that", async () => {
  const { browser, email } = await newUser(daemon);
  expect((await browser.call("GET", "/v1/messages")).status).toBe(200);
  await require(EVERYBODY);
  // the login of before as well as a new one
  for (const one of [browser, (await beginLogin(daemon, email)).browser]) {
    const refused = await one.call("GET", "/v1/messages");
    expect([refused.status, refused.body.code]).toEqual([403, "factor_setup_required"]);
    expect((await one.call("GET", "/v1/auth/me")).body).toMatchObject({
      needs_factor: true,
      permissions: [],
    });
  }
  await setUpApp(browser);
  expect((await browser.call("GET", "/v1/messages")).status).toBe(200);
  expect((await browser.call("GET", "/v1/auth/me")).body.needs_factor).toBe(false);
});

test("it is asked of the roles that were named", async () => {
  const [admin, agent] = [await newUser(daemon, "admin"), await newUser(daemon, "agent")];
  await require(["owner", "admin"]);
  expect((await admin.browser.call("GET", "/v1/messages")).status).toBe(403);
  expect((await agent.browser.call("GET", "/v1/messages")).status).toBe(200);
});

test("who has one goes on, and stops when they remove it", async () => {
  const { browser, factorId } = await newUserWithApp(daemon);
  await require(EVERYBODY);
  expect((await browser.call("GET", "/v1/messages")).status).toBe(200);
  expect((await browser.call("DELETE", `/v1/auth/factors/${factorId}`)).status).toBe(204);
  expect((await browser.call("GET", "/v1/messages")).body.code).toBe("factor_setup_required");
});

test("an app that was not confirmed is none", async () => {
  const { browser } = await newUser(daemon);
  await require(EVERYBODY);
  await browser.call("POST", "/v1/auth/factors/totp", { name: "Phone" });
  expect((await browser.call("GET", "/v1/messages")).status).toBe(403);
});

test("a user without one approves no terminal and makes no key", async () => {
  const { browser } = await newUser(daemon, "owner");
  await require(EVERYBODY);
  const { body } = await daemon.call("POST", "/v1/auth/device/authorization", { host: "ada-laptop" });
  for (const [path, asked] of [
    ["/v1/auth/device/answer", { user_code: body.user_code, answer: "approve" }],
    ["/v1/api-keys", { name: "CI", permissions: ["*"] }],
  ] as const)
    expect((await browser.call("POST", path, asked)).body.code).toBe("factor_setup_required");
});

test("keys are not asked, and it needs a fresh proof to change what is required", async () => {
  await require(EVERYBODY);
  expect((await daemon.call("GET", "/v1/messages")).status).toBe(200);
  await require([]);
  const { browser, id } = await newUser(daemon, "owner");
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  expect((await browser.call("PATCH", SETTINGS, { two_factors: EVERYBODY })).body.code).toBe(
    "step_up_required",
  );
});
