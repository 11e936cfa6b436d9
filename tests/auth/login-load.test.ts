/** Many wrong logins at once, and those that continue over a restart and at another daemon. */
import { beforeAll, expect, test } from "bun:test";
import { createPasswords } from "../../daemon/auth/password.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery staple";
const MEBIBYTE = 1024 ** 2;

const daemon = ownDaemon({ config: { behindProxy: true } });
let userId: string;
beforeAll(async () => {
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email: EMAIL, role: "agent" });
  const accept = { token: body.token, name: "Ada", password: PASSWORD };
  userId = (await post("/v1/auth/invitations/accept", accept, "192.0.2.1")).body.id;
});

const post = (path: string, body: object, address: string, url = daemon.url) =>
  caller(url, null)("POST", path, body, { "x-forwarded-for": address });
const login = (password: string, address: string, email = EMAIL, url = daemon.url) =>
  post("/v1/auth/login", { email, password }, address, url);

const stranger = (address: string) => ({ address, account: null, isKnown: false });

test("a thousand wrong logins at once take little memory, and the right user gets in meanwhile", async () => {
  await login("nonsense", "192.0.2.2");
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const guess = (_: unknown, index: number) =>
    login("nonsense", "203.0.113.7", index % 2 === 0 ? EMAIL : `nobody${index}@example.com`);
  const first = Array.from({ length: 200 }, guess);
  // among the first: this process has only so many requests under way, and later ones would wait for those
  const meanwhile = login(PASSWORD, "192.0.2.3");
  const wrong = [...first, ...Array.from({ length: 800 }, guess)];
  const right = await meanwhile;
  const answers = await Promise.all(wrong);
  clearInterval(timer);
  expect(right.status).toBe(200);
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([401, 429]);
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(100);
  expect(most - before).toBeLessThan(300 * MEBIBYTE);
  expect((await daemon.call("GET", "/v1/health")).status).toBe(200);
});

test("passwords are worked on two at a time, and one address leaves room for others", async () => {
  const passwords = createPasswords();
  const tries = Array.from({ length: 100 }, () =>
    passwords.verify("nonsense", null, stranger("203.0.113.7")),
  );
  const other = passwords.verify("nonsense", null, stranger("2001:db8::1"));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2 + 20);
  expect(await other).toBe(false);
});

test("strangers from many addresses leave those who are known a place in the queue", async () => {
  const passwords = createPasswords({ waiting: 10 });
  const networks = Array.from({ length: 20 }, (_, index) => `203.0.113.${index}`);
  const tries = networks.map((address) => passwords.verify("nonsense", null, stranger(address)));
  const order: string[] = [];
  const last = Promise.allSettled(tries).then(() => order.push("strangers"));
  await passwords.verify("nonsense", null, { ...stranger("192.0.2.1"), isKnown: true });
  order.push("known");
  await last;
  expect(order).toEqual(["known", "strangers"]);
});

test("guesses from changing addresses don't keep out who logged in from theirs before", async () => {
  expect((await login(PASSWORD, "192.0.2.20")).status).toBe(200);
  await daemon.sql`
    insert into login_failures (subject, failures, blocked_until, failed_at)
    values (${`account ${userId}`}, 54, now() + interval '10 minutes', now())
    on conflict (subject) do update set failures = excluded.failures, blocked_until = excluded.blocked_until`;
  expect((await login("nonsense", "198.51.100.77")).status).toBe(401);
  expect((await login(PASSWORD, "198.51.100.77")).status).toBe(429);
  expect((await login(PASSWORD, "192.0.2.20")).status).toBe(200);
  await daemon.sql`delete from login_failures`;
});

test("a network that is known is still slowed down when it guesses", async () => {
  expect((await login(PASSWORD, "192.0.2.21")).status).toBe(200);
  const statuses = [];
  for (let tries = 0; tries < 8; tries++) statuses.push((await login("nonsense", "192.0.2.21")).status);
  expect(statuses.at(-1)).toBe(429);
});

test("wrong tokens from many addresses keep no invitation from being accepted", async () => {
  for (let index = 0; index < 60; index++) {
    const token = { token: `wpi_${index}`, name: "Eve", password: PASSWORD };
    await post("/v1/auth/invitations/accept", token, `203.0.113.${index}`);
  }
  const { body } = await daemon.call("POST", "/v1/users/invitations", {
    email: "bo@example.com",
    role: "agent",
  });
  const accept = { token: body.token, name: "Bo", password: PASSWORD };
  expect((await post("/v1/auth/invitations/accept", accept, "192.0.2.30")).status).toBe(200);
});

test("who has to wait has to wait after a restart, and at another daemon", async () => {
  const address = "198.51.100.9";
  const statuses = [];
  for (let tries = 0; tries < 8; tries++) statuses.push((await login("nonsense", address)).status);
  expect(statuses.at(-1)).toBe(429);
  await daemon.sql`update login_failures set blocked_until = now() + interval '1 minute' where subject like 'pair %'`;
  const options = { ...daemon, log: createLog("error") };
  const other = await startDaemon(options);
  try {
    expect((await login(PASSWORD, address, EMAIL, other.url)).status).toBe(429);
    expect((await login(PASSWORD, "192.0.2.4", EMAIL, other.url)).status).toBe(200);
  } finally {
    await other.stop();
  }
  const restarted = await startDaemon(options);
  try {
    expect((await login(PASSWORD, address, EMAIL, restarted.url)).status).toBe(429);
  } finally {
    await restarted.stop();
  }
});
