/** Users, their logins, keys and the audit log from the terminal, at a real daemon. */
import { beforeAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { PERMISSIONS } from "../../daemon/http/permissions.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const daemon = sharedDaemon();
let admin: string;
const PASSWORD = "correct horse battery staple";

beforeAll(async () => {
  admin = newHome();
  await runCli(["login", "--url", daemon.url], { home: admin, stdin: daemon.key });
});

const asAdmin = (...words: string[]) => runCli(words, { home: admin });
const fileOf = (home: string) => join(home, ".config/waypost/config.json");
const profileOf = async (home: string) => (await Bun.file(fileOf(home)).json()).profiles.default;

/** Somebody who was invited and has accepted, logged in in a home of their own. */
async function newUser(role: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = JSON.parse((await asAdmin("users", "invite", email, "--role", role, "--json")).stdout);
  const home = newHome();
  const env = { WAYPOST_INVITATION: invited.token, WAYPOST_PASSWORD: PASSWORD };
  const run = await runCli(["users", "accept", "--name", "Ben", "--url", daemon.url], { home, env });
  expect(run.code).toBe(0);
  return { email, home };
}

test("who accepts an invitation is logged in, and may do what the role may", async () => {
  const { email, home } = await newUser("viewer");
  const me = JSON.parse((await runCli(["whoami", "--json"], { home })).stdout);
  expect(me).toMatchObject({ user: { email, role: "viewer" }, url: daemon.url, profile: "default" });
  expect((await runCli(["messages", "list"], { home })).code).toBe(0);
  const refused = await runCli(["users", "list"], { home });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("users:manage");
});

test("login asks for the password without showing it, and saves the login for the owner alone", async () => {
  const { email } = await newUser("agent");
  const home = newHome();
  const run = runCliInTerminal(["login", "--email", email, "--url", daemon.url], { home });
  await run.until("(hidden): ");
  run.type(`${PASSWORD}\r`);
  expect(await run.exited).toBe(0);
  expect(run.screen()).not.toContain(PASSWORD);
  const profile = await profileOf(home);
  expect(profile).toEqual({ url: daemon.url, email, token: expect.stringMatching(/^wps_/) });
  expect(run.screen()).not.toContain(profile.token);
  expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600);
});

test("a wrong password saves nothing and says what to do", async () => {
  const home = newHome();
  const words = ["login", "--email", "nobody@example.com", "--url", daemon.url];
  const run = await runCli(words, { home, stdin: "nonsense\n" });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("waypostd users reset");
  expect(await Bun.file(fileOf(home)).exists()).toBe(false);
});

test("after logout the token is good for nothing, and the profile is gone", async () => {
  const { home } = await newUser("agent");
  const { token } = await profileOf(home);
  const planned = await runCli(["logout", "--dry-run"], { home });
  expect(planned).toMatchObject({ code: 0, stdout: "method\tPOST\npath\t/v1/auth/logout\nbody\t\n" });
  expect((await runCli(["logout"], { home })).code).toBe(0);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await caller(daemon.url, null)("GET", "/v1/auth/me", undefined, bearer)).status).toBe(401);
  expect((await Bun.file(fileOf(home)).json()).profiles).toEqual({});
});

test("a login that has ended says how to log in again, and can be logged out of", async () => {
  const { email, home } = await newUser("agent");
  await daemon.sql`delete from login_sessions using users where users.id = user_id and email = ${email}`;
  const run = await runCli(["whoami"], { home });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("waypost login --email");
  expect((await runCli(["logout"], { home })).code).toBe(0);
});

test("a key that is given goes before the login of the profile", async () => {
  const { home } = await newUser("viewer");
  const env = { WAYPOST_API_KEY: daemon.key };
  expect(JSON.parse((await runCli(["whoami", "--json"], { home, env })).stdout).actor.type).toBe("key");
});

test("a password is changed, and the new one is good", async () => {
  const { email, home } = await newUser("agent");
  const env = { WAYPOST_PASSWORD: PASSWORD, WAYPOST_NEW_PASSWORD: "a new and better one" };
  expect((await runCli(["password", "change"], { home, env })).code).toBe(0);
  const words = ["login", "--email", email, "--url", daemon.url];
  expect((await runCli(words, { home: newHome(), stdin: "a new and better one\n" })).code).toBe(0);
});

test("users are listed, changed and removed; invitations listed and withdrawn", async () => {
  const { email, home } = await newUser("agent");
  const { data } = JSON.parse((await asAdmin("users", "list", "--all", "--json")).stdout);
  const { id } = data.find((user: { email: string }) => user.email === email);
  expect((await asAdmin("users", "update", id, "--role", "admin", "--disable")).stdout).toContain("admin");
  expect((await runCli(["whoami"], { home })).code).toBe(3);
  expect((await asAdmin("users", "remove", id)).code).toBe(2);
  expect((await asAdmin("users", "remove", id, "--yes")).code).toBe(0);
  const invited = JSON.parse((await asAdmin("users", "invite", email, "--role", "agent", "--json")).stdout);
  expect((await asAdmin("users", "invitations")).stdout).toContain(invited.id);
  expect((await asAdmin("users", "withdraw", invited.id, "--yes")).code).toBe(0);
  expect((await asAdmin("users", "invitations")).stdout).not.toContain(invited.id);
});

test("a permission that there is not is refused before anything is sent, with those there are", async () => {
  const run = await asAdmin("keys", "create", "--name", "x", "--permission", "messages:sned");
  expect(run.code).toBe(2);
  for (const permission of PERMISSIONS) expect(run.stderr).toContain(permission);
});

test("a rotated key is shown once, and the previous one ends at the given time", async () => {
  const words = ["keys", "create", "--name", "app", "--permission", "channels:read", "--json"];
  const made = JSON.parse((await asAdmin(...words)).stdout);
  const rotated = JSON.parse((await asAdmin("keys", "rotate", made.id, "--overlap", "0s", "--json")).stdout);
  expect(rotated.id).toBe(made.id);
  expect((await caller(daemon.url, rotated.key)("GET", "/v1/channels")).status).toBe(200);
  await until(async () => (await caller(daemon.url, made.key)("GET", "/v1/channels")).status === 401);
});

test("the audit log says who did what", async () => {
  const run = await asAdmin("audit", "--action", "key.rotated", "--since", "1h");
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("key.rotated");
  expect(run.stdout).toContain('{"overlap_seconds":0}');
});
