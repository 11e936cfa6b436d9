/** Browsers that are notified with no tab open, by a push service of our own. */
import { afterAll, afterEach, expect, test } from "bun:test";
import { createECDH, verify } from "node:crypto";
import { take } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { emitTexts } from "../webhooks/emit.ts";
import { newBrowser, newUser, startPushService, WANTS } from "./site.ts";

const daemon = ownDaemon();
const service = startPushService();

afterAll(() => service.stop());
afterEach(() => service.answers(201));

let serial = 0;

/** Somebody writes; resolves with the conversation's id. */
async function hear(from: string, body: string, name = "Grace"): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id: `wamid.push.${++serial}`, timestamp, type: "text", text: { body } };
  await take(daemon, { contacts: [{ profile: { name }, wa_id: from }], messages: [message] });
  return (await daemon.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
}

async function subscribed(wants: object = {}, role: "agent" | "owner" = "agent") {
  const [user, browser] = [await newUser(daemon, role), newBrowser(service)];
  const { endpoint, keys } = browser;
  const answer = await user.call("PUT", "/v1/auth/push", { endpoint, keys, wants: { ...WANTS, ...wants } });
  expect(answer.status).toBe(200);
  return { user, browser };
}

const stored = async () =>
  (await daemon.sql<{ endpoint: string }[]>`select endpoint from push_subscriptions`).map(
    ({ endpoint }) => endpoint,
  );

test("what somebody writes reaches a browser encrypted, with the way to it", async () => {
  const { browser } = await subscribed();
  const conversation = await hear("14155570101", "Is the table free?");
  expect(await browser.titles(1)).toEqual(["Grace"]);
  expect(browser.notices()).toEqual([
    { tag: conversation, title: "Grace", body: "Is the table free?", path: `inbox/${conversation}` },
  ]);
});

test("a push is signed with the key that browsers subscribe with, for that service alone", async () => {
  const { user, browser } = await subscribed();
  await hear("14155570102", "Hello");
  await browser.titles(1);
  const { headers } = service.posted.findLast(({ path }) => path === browser.path) ?? {
    headers: new Headers(),
  };
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.get("authorization") ?? "") ?? [];
  const { body } = await user.call("GET", "/v1/auth/push");
  expect(key).toBe(body.public_key);
  const [header, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const publicKey = {
    key: { kty: "EC", crv: "P-256", x, y },
    format: "jwk",
    dsaEncoding: "ieee-p1363",
  } as const;
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBeTrue();
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).aud).toBe(service.url);
});

test("the key is the same after a restart", async () => {
  const { user } = await subscribed();
  const before = (await user.call("GET", "/v1/auth/push")).body.public_key;
  await daemon.restart(async () => {});
  expect((await user.call("GET", "/v1/auth/push")).body.public_key).toBe(before);
});

test("what was written while the daemon was away is pushed when it is back", async () => {
  const { browser } = await subscribed();
  const conversation = await hear("14155570103", "First");
  await browser.titles(1);
  const told = JSON.stringify({ conversation_id: conversation, direction: "inbound" });
  await daemon.restart(() => emitTexts(daemon, [told], "message.new"));
  expect(await browser.titles(2)).toEqual(["Grace", "Grace"]);
});

test.each([
  ["the login ends", (user: Subscribed["user"]) => user.call("POST", "/v1/auth/logout")],
  ["the user logs out everywhere", (user: Subscribed["user"]) => user.call("DELETE", "/v1/auth/logins")],
  [
    "the user is disabled",
    (user: Subscribed["user"]) => daemon.call("PATCH", `/v1/users/${user.id}`, { disabled: true }),
  ],
  ["it is ended", (user: Subscribed["user"]) => user.call("DELETE", "/v1/auth/push")],
])("nothing is pushed any more once %s", async (_, end) => {
  const [ended, other] = [await subscribed(), await subscribed()];
  expect((await end(ended.user)).status).toBeLessThan(300);
  await hear("14155570104", "Hello");
  await other.browser.titles(1);
  expect(ended.browser.notices()).toEqual([]);
});

test("a browser that has ended its subscription is forgotten", async () => {
  const { browser } = await subscribed();
  service.answers(410);
  await hear("14155570105", "Hello");
  await until(async () => !(await stored()).includes(browser.endpoint));
});

test("what a push service refuses is pushed later, and its user sees since when it fails", async () => {
  const { user, browser } = await subscribed();
  service.answers(429, { "retry-after": "1" });
  await hear("14155570106", "Hello");
  await browser.titles(1);
  const isFailing = async () =>
    (await user.call("GET", "/v1/auth/push")).body.subscription.failing_since !== null;
  await until(isFailing);
  service.answers(201);
  expect(await browser.titles(2)).toEqual(["Grace", "Grace"]);
  await until(async () => !(await isFailing()));
});

test("a login has one browser, and a browser one login", async () => {
  const { user, browser } = await subscribed();
  const next = newBrowser(service);
  await user.call("PUT", "/v1/auth/push", { endpoint: next.endpoint, keys: next.keys, wants: WANTS });
  expect(await stored()).not.toContain(browser.endpoint);
  const other = await newUser(daemon);
  await other.call("PUT", "/v1/auth/push", { endpoint: next.endpoint, keys: next.keys, wants: WANTS });
  expect((await user.call("GET", "/v1/auth/push")).body.subscription).toBeNull();
});

test("other organisations' people are not heard of", async () => {
  const { browser } = await subscribed();
  const told = JSON.stringify({ conversation_id: "cv_other", direction: "inbound" });
  await emitTexts({ ...daemon, organizationId: "org_other" }, [told], "message.new");
  await hear("14155570107", "Mine");
  expect(await browser.titles(1)).toEqual(["Grace"]);
});

test("nothing is pushed in quiet hours, and what was is not made up for", async () => {
  const whole = { from: "00:00", to: "23:59", zone: "UTC" };
  const [quiet, other] = [await subscribed({ quiet_hours: whole }), await subscribed()];
  await hear("14155570108", "Hello");
  await other.browser.titles(1);
  const { endpoint, keys } = quiet.browser;
  await quiet.user.call("PUT", "/v1/auth/push", { endpoint, keys, wants: WANTS });
  await hear("14155570109", "Later", "Edith");
  expect(await quiet.browser.titles(1)).toEqual(["Edith"]);
});

test("a test notification comes at once, and says what a push service refuses", async () => {
  const { user, browser } = await subscribed();
  expect((await user.call("POST", "/v1/auth/push/test")).status).toBe(204);
  expect(browser.notices().map(({ title }) => title)).toEqual(["Notifications work"]);
  service.answers(403);
  const refused = await user.call("POST", "/v1/auth/push/test");
  expect([refused.status, refused.body.detail]).toEqual([409, "the push service answered 403"]);
});

test("a browser is notified in the language of its page", async () => {
  const { user, browser } = await subscribed({ language: "pt-PT" });
  await user.call("POST", "/v1/auth/push/test");
  expect(browser.notices().map(({ title }) => title)).toEqual(["As notificações funcionam"]);
});

/** A point of the curve in the shorter form, which browsers don't give. */
function compressed(): string {
  return createECDH("prime256v1").generateKeys("base64url", "compressed");
}

test.each([
  ["/keys", { keys: { p256dh: "AAAA", auth: "AAAA" } }],
  ["/keys", { keys: { p256dh: compressed(), auth: "BTBZMqHH6r4Tts7J_aSIgg" } }],
  ["/endpoint", { endpoint: "http://169.254.169.254/latest/meta-data" }],
  ["/endpoint", { endpoint: "file:///etc/passwd" }],
  [
    "/wants/quiet_hours/zone",
    { wants: { ...WANTS, quiet_hours: { from: "20:00", to: "07:00", zone: "Mars" } } },
  ],
])("what can't be is refused at %s: %p", async (path, wrong) => {
  const [user, { endpoint, keys }] = [await newUser(daemon), newBrowser(service)];
  const { status, body } = await user.call("PUT", "/v1/auth/push", {
    endpoint,
    keys,
    wants: WANTS,
    ...wrong,
  });
  expect([status, body.errors[0].path]).toEqual([422, path]);
});

test("a key has no browser", async () => {
  expect((await daemon.call("GET", "/v1/auth/push")).body.code).toBe("no_user");
});

type Subscribed = Awaited<ReturnType<typeof subscribed>>;
