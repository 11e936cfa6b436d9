/** Whose guesses are judged, and from where a user gets in all the same. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { resetToken } from "./reset-token.ts";

const PASSWORD = "correct horse battery staple";
const OWN = "a password of the attacker's";
/** Guesses from so many networks, so many from each, of which each by itself may judge five. */
const NETWORKS = 3;
const EACH = 8;
/** After so many wrong guesses at a user, another is judged once in ten seconds, from all networks together. */
const GUESSED = 60;
const JUDGED = 10;

const daemon = ownDaemon({ config: { behindProxy: true } });
let other: ReturnType<typeof caller>;
let otherId: string;
beforeAll(async () => {
  const wishes = { name: "Other", email: "other@example.com" };
  const made = await addOrganization(daemon.sql, daemon.secrets, wishes);
  other = caller(daemon.url, made.api_key);
  otherId = made.organization_id;
});

const post = (path: string, body: object, address: string, headers = {}) =>
  caller(daemon.url, null)("POST", path, body, { "x-forwarded-for": address, ...headers });

/** Logs in; `organization_id` names one of several. */
const login = (
  body: { email: string; password: string; organization_id?: string },
  address: string,
  cookie = "",
) => post("/v1/auth/login", body, address, { cookie });

async function newUser(
  call: ReturnType<typeof caller>,
  address: string,
  password = PASSWORD,
  email = `${crypto.randomUUID()}@example.com`,
) {
  const { body } = await call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accept = { token: body.token, name: "Ada", password };
  const { body: user, headers } = await post("/v1/auth/invitations/accept", accept, address);
  const device = headers.getSetCookie().find((one) => one.startsWith("waypost_device="));
  return { email, id: user.id as string, device: device?.split(";", 1)[0] ?? "" };
}

/** Guesses at the first organisation's user from a network, and logs in as the other organisation's between two of them. */
async function guessFrom(address: string, email: string, own: object): Promise<number[]> {
  const statuses: number[] = [];
  for (let nth = 0; nth < EACH; nth++) {
    const guess = { email, password: "nonsense", organization_id: daemon.organizationId };
    statuses.push((await login(guess, address)).status);
    if (nth % 2 === 1) await login({ email, password: OWN, ...own }, address);
  }
  return statuses;
}

test.each([
  ["of their own organisation", () => ({ organization_id: otherId })],
  ["of none", () => ({})],
])("inviting somebody's address gives no more guesses at it, logging in as a user %s", async (_, own) => {
  const { email, id } = await newUser(daemon.call, "192.0.2.1");
  await newUser(other, "203.0.113.1", OWN, email);
  await guessed(`account ${id}`);
  const statuses: number[] = [];
  for (let nth = 0; nth < NETWORKS; nth++) {
    const address = `203.0.113.${nth}`;
    await login({ email, password: OWN, organization_id: otherId }, address);
    statuses.push(...(await guessFrom(address, email, own())));
  }
  const judged = statuses.filter((status) => status === 401).length;
  expect(judged).toBeLessThan(JUDGED);
  const owner = { email, password: PASSWORD, organization_id: daemon.organizationId };
  expect((await login(owner, "192.0.2.1")).status).toBe(200);
});

test("a login without an organisation counts against each user whose password was tried", async () => {
  const { email, id } = await newUser(daemon.call, "192.0.2.2");
  await newUser(other, "203.0.113.20", OWN, email);
  expect((await login({ email, password: OWN }, "203.0.113.20")).status).toBe(200);
  const counted =
    await daemon.sql`select failures from login_failures where subject = ${`pair ${id} 203.0.113.20`}`;
  expect([...counted]).toEqual([{ failures: 1 }]);
});

test("a user who has to wait does not keep one of another organisation from the same address", async () => {
  const { email, id } = await newUser(daemon.call, "192.0.2.3");
  await newUser(other, "203.0.113.30", OWN, email);
  await block(`pair ${id} 203.0.113.30`);
  expect((await login({ email, password: OWN }, "203.0.113.30")).status).toBe(200);
  const refused = await login({ email, password: PASSWORD }, "203.0.113.30");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

test("while others guess at a user from everywhere, a device that logged in before gets in from a new network", async () => {
  const { email, id, device } = await newUser(daemon.call, "192.0.2.4");
  await block(`account ${id}`);
  const own = { email, password: PASSWORD };
  await guessOnce(email, "198.51.100.1");
  expect((await login(own, "198.51.100.1")).status).toBe(429);
  expect((await login(own, "198.51.100.1", "waypost_device=wpb_invented")).status).toBe(429);
  expect((await login(own, "198.51.100.1", device)).status).toBe(200);
});

test("a device that guesses has to wait, wherever it comes from", async () => {
  const { email, device } = await newUser(daemon.call, "192.0.2.5");
  const statuses: number[] = [];
  for (let nth = 0; nth < EACH; nth++)
    statuses.push((await login({ email, password: "nonsense" }, `198.51.100.${10 + nth}`, device)).status);
  expect(statuses).toContain(429);
});

test("another's device is worth nothing", async () => {
  const [ada, eve] = [await newUser(daemon.call, "192.0.2.6"), await newUser(other, "203.0.113.6")];
  await block(`account ${ada.id}`);
  await guessOnce(ada.email, "198.51.100.2");
  expect((await login({ email: ada.email, password: PASSWORD }, "198.51.100.2", eve.device)).status).toBe(
    429,
  );
});

test("after a reset no network and no device is known", async () => {
  const { email, id, device } = await newUser(daemon.call, "192.0.2.7");
  const token = await resetToken(daemon, id);
  const reset = await post("/v1/auth/reset", { token, password: "a new and better one" }, "192.0.2.7");
  expect(reset.status).toBe(204);
  await block(`account ${id}`);
  const own = { email, password: "a new and better one" };
  await guessOnce(email, "192.0.2.7");
  expect((await login(own, "192.0.2.7", device)).status).toBe(429);
});

test("guesses from very many networks leave the owner their first try from a new one", async () => {
  const { email } = await newUser(daemon.call, "192.0.2.8");
  const guess = (_: unknown, nth: number) =>
    login({ email, password: "nonsense" }, `10.${nth}.0.1`).then(({ status }) => status);
  for (let nth = 0; nth < GUESSED; nth += 15)
    await Promise.all(Array.from({ length: 15 }, (_, more) => guess(_, nth + more)));
  const again = await Promise.all(Array.from({ length: 15 }, guess));
  expect(again).toContain(429);
  expect((await login({ email, password: PASSWORD }, "10.200.0.1")).status).toBe(200);
});

test("a first try that was wrong is the only one while others guess", async () => {
  const { email, id } = await newUser(daemon.call, "192.0.2.9");
  await block(`account ${id}`);
  await guessOnce(email, "198.51.100.9");
  expect((await login({ email, password: PASSWORD }, "198.51.100.9")).status).toBe(429);
});

test("first tries from ever more networks have to wait for each other", async () => {
  const { email, id } = await newUser(daemon.call, "192.0.2.10");
  await block(`first ${id}`);
  const refused = await login({ email, password: PASSWORD }, "198.51.100.20");
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_logins"]);
});

test("first tries count as guesses from everywhere", async () => {
  const { email, id } = await newUser(daemon.call, "192.0.2.11");
  await guessOnce(email, "198.51.100.30");
  const counted = await daemon.sql`
    select failures from login_failures where subject in (${`account ${id}`}, ${`first ${id}`})`;
  expect([...counted]).toEqual([{ failures: 1 }, { failures: 1 }]);
});

/** A wrong password, from a network that tried none before. */
async function guessOnce(email: string, address: string): Promise<void> {
  expect((await login({ email, password: "nonsense" }, address)).status).toBe(401);
}

/** As after many guesses, and a wait of these seconds for the next. */
async function guessed(subject: string, blockedSeconds = 0): Promise<void> {
  await daemon.sql`
    insert into login_failures (subject, failures, blocked_until, failed_at)
    values (${subject}, ${GUESSED}, now() + make_interval(secs => ${blockedSeconds}), now())`;
}

const block = (subject: string) => guessed(subject, 600);
