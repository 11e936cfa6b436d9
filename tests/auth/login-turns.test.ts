/** Who logs in again and again, and what users of another organisation get meanwhile. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { resetToken } from "./reset-token.ts";

const PASSWORD = "correct horse battery staple";
const ATTACKERS = 6;
/** More than one network may have waiting. */
const AT_ONCE = 25;

const daemon = ownDaemon({ config: { behindProxy: true, addressRequestsPerSecond: 10_000 } });
let other: ReturnType<typeof caller>;
beforeAll(async () => {
  const wishes = { name: "Other", email: "other@example.com" };
  other = caller(daemon.url, (await addOrganization(daemon.sql, daemon.secrets, wishes)).api_key);
});

const post = (path: string, body: object, address: string, headers = {}) =>
  caller(daemon.url, null)("POST", path, body, { "x-forwarded-for": address, ...headers });
const login = (email: string, address: string, headers = {}) =>
  post("/v1/auth/login", { email, password: PASSWORD }, address, headers);

async function invite(call: ReturnType<typeof caller>, role = "agent") {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await call("POST", "/v1/users/invitations", { email, role });
  return { email, token: body.token as string };
}

const accept = (token: string, address: string) =>
  post("/v1/auth/invitations/accept", { token, name: "Ada", password: PASSWORD }, address);

async function newUser(call: ReturnType<typeof caller>, address: string, role?: string) {
  const { email, token } = await invite(call, role);
  const accepted = await accept(token, address);
  return { email, id: accepted.body.id as string, cookies: tokensOf(accepted) };
}

/** The cookies that an answer sets, as a browser sends them: the login's, and the device's. */
function tokensOf({ headers }: Answer): string[] {
  return headers.getSetCookie().map((one) => one.split(";", 1)[0] ?? "");
}

/** Approves a terminal on the page at /device. */
async function approve(email: string, address: string, cookie = ""): Promise<number> {
  const device = await post("/v1/auth/device/authorization", { host: "laptop" }, address);
  const form = { user_code: device.body.user_code, answer: "approve", email, password: PASSWORD };
  const headers = { "x-forwarded-for": address, "sec-fetch-site": "same-origin", cookie };
  const body = new URLSearchParams(form);
  return (await fetch(`${daemon.url}/device/answer`, { method: "POST", headers, body })).status;
}

test(
  "known users who log in again and again keep no stranger out, wherever passwords are needed",
  async () => {
    const attackers = await Promise.all(
      Array.from({ length: ATTACKERS }, (_, nth) => newUser(daemon.call, `192.0.2.${nth}`)),
    );
    const stranger = await newUser(other, "203.0.113.1", "admin");
    const invited = await invite(other);
    const reset = { token: await resetToken(daemon, stranger.id), password: PASSWORD };
    let isOver = false;
    const counts = new Map<number, number>();
    const again = async (email: string, address: string) => {
      while (!isOver) {
        const { status } = await login(email, address);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    const attacks = attackers.flatMap(({ email }, nth) =>
      Array.from({ length: AT_ONCE }, () => again(email, `192.0.2.${nth}`)),
    );
    await until(() => (counts.get(200) ?? 0) >= ATTACKERS);
    const answers: number[] = [
      (await login(stranger.email, "198.51.100.1")).status,
      (await accept(invited.token, "198.51.100.2")).status,
      await approve(stranger.email, "198.51.100.3"),
      (await post("/v1/auth/reset", reset, "198.51.100.4")).status,
    ];
    isOver = true;
    await Promise.all(attacks);
    expect(answers).toEqual([200, 200, 200, 204]);
  },
  LONG_MS,
);

test("logins that succeed are counted, too", async () => {
  const { email } = await newUser(daemon.call, "192.0.2.50");
  const statuses: number[] = [];
  while (!statuses.includes(429)) statuses.push((await login(email, "192.0.2.50")).status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  expect(statuses.length).toBeLessThan(40);
  expect((await login(email, "192.0.2.51")).status).toBe(200);
});

test("a login that brings one of the same user uses it again", async () => {
  const [ada, ben] = [await newUser(daemon.call, "192.0.2.60"), await newUser(daemon.call, "192.0.2.61")];
  const headers = { cookie: ada.cookies.join("; ") };
  const again = await login(ada.email, "192.0.2.60", headers);
  expect(tokensOf(again)).toEqual(ada.cookies);
  expect(await countLogins(ada.id)).toBe(1);
  const another = await login(ben.email, "192.0.2.60", headers);
  expect(tokensOf(another)[0]).not.toBe(ada.cookies[0]);
  expect(await countLogins(ben.id)).toBe(2);
});

test("a wrong password is refused, whatever login it brings", async () => {
  const { email, cookies } = await newUser(daemon.call, "192.0.2.70");
  const body = { email, password: "nonsense" };
  const headers = { cookie: cookies.join("; ") };
  expect((await post("/v1/auth/login", body, "192.0.2.70", headers)).status).toBe(401);
});

test("who approves a terminal in a browser stays logged in there", async () => {
  const { email, cookies } = await newUser(daemon.call, "192.0.2.80", "admin");
  expect(await approve(email, "192.0.2.80", cookies.join("; "))).toBe(200);
  const me = await caller(daemon.url, null)("GET", "/v1/auth/me", undefined, { cookie: cookies.join("; ") });
  expect(me.status).toBe(200);
});

async function countLogins(userId: string): Promise<number> {
  const [row] = await daemon.sql<{ logins: number }[]>`
    select count(*)::int as logins from login_sessions where user_id = ${userId}`;
  return row?.logins ?? 0;
}
