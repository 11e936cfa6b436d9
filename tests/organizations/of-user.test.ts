/** Users of several organisations: which an address and a password are good for, and how to change over. */
import { beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { runCli } from "../cli/run-cli.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const PASSWORD = "correct horse battery staple";
let anonymous: ReturnType<typeof caller>;

beforeAll(() => {
  anonymous = caller(daemon.url, null);
});

/** An organisation, and a caller that may do everything in it. */
async function newOrganization(name: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const made = await addOrganization(daemon.sql, daemon.secrets, { name, email });
  return { id: made.organization_id, call: caller(daemon.url, made.api_key) };
}

/** Makes an address a user. */
async function join(call: ReturnType<typeof caller>, email: string, role: string, password = PASSWORD) {
  const { body } = await call("POST", "/v1/users/invitations", { email, role });
  const accepted = await anonymous("POST", "/v1/auth/invitations/accept", {
    ...{ token: body.token, name: "Ada", password },
  });
  return accepted.body.id as string;
}

const organizationsOf = (email: string, password = PASSWORD) =>
  anonymous("POST", "/v1/auth/organizations", { email, password });

test("each organisation in which the address has the password is listed, the oldest first, and no other", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const [door, other, foreign] = [
    await newOrganization("Blue Door"),
    await newOrganization("Red Door"),
    await newOrganization("Foreign"),
  ];
  await join(door.call, email, "owner");
  await join(other.call, email, "agent");
  // somebody who invites an address may accept the invitation in its name, with a password of their own
  await join(foreign.call, email, "owner", "something else entirely");
  const { status, body } = await organizationsOf(email);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { organization_id: door.id, name: "Blue Door", role: "owner" },
    { organization_id: other.id, name: "Red Door", role: "agent" },
  ]);
  const seenByForeign = await organizationsOf(email, "something else entirely");
  expect(seenByForeign.body.data.map(({ name }: { name: string }) => name)).toEqual(["Foreign"]);
  for (const { organization_id } of body.data) {
    const login = { email, password: PASSWORD, organization_id };
    const cookie = (await anonymous("POST", "/v1/auth/login", login)).headers.getSetCookie()[0] ?? "";
    const me = await anonymous("GET", "/v1/auth/me", undefined, { cookie: cookie.split(";")[0] ?? "" });
    expect(me.body.organization_id).toBe(organization_id);
  }
});

test("a disabled user's organisation is not listed", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const [one, two] = [await newOrganization("One"), await newOrganization("Two")];
  await join(one.call, email, "agent");
  const id = await join(two.call, email, "agent");
  await two.call("PATCH", `/v1/users/${id}`, { disabled: true });
  expect((await organizationsOf(email)).body.data.map(({ name }: { name: string }) => name)).toEqual(["One"]);
});

test("a wrong password and an unknown address are answered alike, and guesses are slowed down", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  await join((await newOrganization("Guessed")).call, email, "agent");
  const unknown = await organizationsOf("no@example.com", "nonsense");
  const wrong = await organizationsOf(email, "nonsense");
  expect([wrong.status, wrong.body.detail]).toEqual([unknown.status, unknown.body.detail]);
  const statuses: number[] = [];
  for (let tries = 0; tries < 12 && statuses.at(-1) !== 429; tries++)
    statuses.push((await organizationsOf(email, "nonsense")).status);
  expect(statuses.at(-1)).toBe(429);
});

test("the password of one organisation guesses at that of another no more often than a login does", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const [own, victim] = [await newOrganization("Own"), await newOrganization("Victim")];
  await join(own.call, email, "owner");
  await join(victim.call, email, "owner", "something else entirely");
  for (let tries = 0; tries < 12; tries++) await organizationsOf(email);
  // on a slow machine, the seconds that a guess has to wait would be over
  await daemon.sql`
    update login_failures set blocked_until = now() + interval '1 minute' where blocked_until > failed_at`;
  const login = await anonymous("POST", "/v1/auth/organizations", {
    email,
    password: "something else entirely",
  });
  expect(login.status).not.toBe(200);
});

test("the command lists them", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, call } = await newOrganization("Blue Door");
  await join(call, email, "viewer");
  const env = { WAYPOST_URL: daemon.url, WAYPOST_PASSWORD: PASSWORD };
  const { code, stdout } = await runCli(["organizations", "--email", email], { env });
  expect([code, stdout]).toEqual([0, `${id}\tBlue Door\tviewer\n`]);
});
