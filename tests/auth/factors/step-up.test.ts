/** What a login alone is not enough for: a stolen cookie gets no key, secret, export or erasure out of an old one. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { type Browser, beginLogin, newUser, newUserWithApp, PASSWORD } from "./people.ts";

const daemon = sharedDaemon();

/** A browser whose login is from a while ago. */
async function stale(id: string): Promise<void> {
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
}

const newKey = (browser: Browser) =>
  browser.call("POST", "/v1/api-keys", { name: "CI", permissions: ["messages:send"] });

/** What needs a proof, each with what it is done to. */
const DANGEROUS: [string, (browser: Browser) => Promise<{ status: number; body: { code?: string } }>][] = [
  ["a new key", newKey],
  [
    "another secret of a key",
    async (browser) => {
      const { body } = await daemon.call("POST", "/v1/api-keys", {
        name: "CI",
        permissions: ["events:read"],
      });
      return await browser.call("POST", `/v1/api-keys/${body.id}/rotate`, {});
    },
  ],
  [
    "another signing secret",
    async (browser) => {
      const url = "http://127.0.0.1:9/";
      const { body } = await daemon.call("POST", "/v1/settings/developer/webhooks/endpoints", { url });
      const path = `/v1/settings/developer/webhooks/endpoints/${body.id}/rotate-secret`;
      return await browser.call("POST", path, {});
    },
  ],
  ["all contacts as a file", (browser) => browser.call("GET", "/v1/contacts/export")],
  [
    "the archive of a person",
    async (browser) => browser.call("GET", `/v1/contacts/${await newContact()}/archive`),
  ],
  [
    "the erasure of a person",
    async (browser) => browser.call("POST", `/v1/contacts/${await newContact()}/erase`, { reason: "asked" }),
  ],
  [
    "an invitation, by which somebody new could log in",
    (browser) =>
      browser.call("POST", "/v1/users/invitations", {
        email: `${crypto.randomUUID()}@example.com`,
        role: "owner",
      }),
  ],
  [
    "another role",
    async (browser) => browser.call("PATCH", `/v1/users/${(await newUser(daemon)).id}`, { role: "owner" }),
  ],
  [
    "letting a disabled user in again",
    async (browser) => browser.call("PATCH", `/v1/users/${(await newUser(daemon)).id}`, { disabled: false }),
  ],
  ["other login providers", (browser) => browser.call("DELETE", "/v1/settings/login-provider")],
  [
    "a key for a terminal",
    async (browser) => {
      const asked = await daemon.call("POST", "/v1/auth/device/authorization", { host: "ada-laptop" });
      const { user_code } = asked.body;
      return await browser.call("POST", "/v1/auth/device/answer", { user_code, answer: "approve" });
    },
  ],
];

async function newContact(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  return (await daemon.call("POST", "/v1/contacts", { email })).body.id;
}

test.each(DANGEROUS)("%s needs a fresh proof, after which it is done", async (_, ask) => {
  const { browser, id } = await newUser(daemon, "owner");
  await stale(id);
  const refused = await ask(browser);
  expect([refused.status, refused.body.code]).toEqual([403, "step_up_required"]);
  expect((await browser.call("POST", "/v1/auth/step_up", { password: PASSWORD })).status).toBe(204);
  expect((await ask(browser)).status).toBeLessThan(300);
});

test("who has a second factor proves it by a code, which then logs nobody in", async () => {
  const { browser, id, app } = await newUserWithApp(daemon, "owner");
  await stale(id);
  expect((await newKey(browser)).status).toBe(403);
  const code = app.code();
  expect((await browser.call("POST", "/v1/auth/step_up", { code })).status).toBe(204);
  expect((await newKey(browser)).status).toBe(201);
  expect((await browser.call("POST", "/v1/auth/step_up", { code })).body.code).toBe("wrong_code");
});

test("the proof is of one login, not of others of the same user", async () => {
  const { browser, id, email } = await newUser(daemon, "owner");
  const { browser: other } = await beginLogin(daemon, email);
  await stale(id);
  expect((await other.call("POST", "/v1/auth/step_up", { password: PASSWORD })).status).toBe(204);
  expect((await newKey(browser)).body.code).toBe("step_up_required");
  expect((await newKey(other)).status).toBe(201);
});

test("before a download by a link, it can be asked whether a proof is needed", async () => {
  const { browser, id } = await newUser(daemon, "viewer");
  expect((await browser.call("GET", "/v1/auth/step_up")).status).toBe(204);
  await stale(id);
  expect((await browser.call("GET", "/v1/auth/step_up")).body.code).toBe("step_up_required");
  expect((await daemon.call("GET", "/v1/auth/step_up")).status).toBe(204);
});
