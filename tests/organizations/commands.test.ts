/** `waypostd orgs` and `waypostd users`, as processes beside a daemon that runs. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { appWith } from "../auth/factors/people.ts";
import { runWaypostd } from "../secrets/waypostd.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

let site: Site;
let daemon: DaemonProcess;
let anonymous: ReturnType<typeof caller>;

beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  daemon = await site.start(freePort());
  anonymous = caller(daemon.url, null);
});
afterAll(() => site.stop());

const run = (...parameters: string[]) =>
  runWaypostd(parameters, { DATABASE_URL: site.databaseUrl, WAYPOST_MASTER_KEY: site.masterKey });
const login = (email: string, password: string) => anonymous("POST", "/v1/auth/login", { email, password });

test("the password that init prints is good for the login", async () => {
  expect((await login(site.user.email, site.user.password)).status).toBe(200);
});

test("another organisation has an owner, a key and nothing of the first", async () => {
  const { code, stdout } = await run("orgs", "create", "Blue Door", "--email", "bo@example.com", "--json");
  expect(code).toBe(0);
  const made = JSON.parse(stdout);
  expect((await login("bo@example.com", made.user.password)).status).toBe(200);
  const call = caller(daemon.url, made.api_key);
  expect((await call("GET", "/v1/channels")).body.data).toEqual([]);
  expect((await call("GET", "/v1/auth/me")).body.organization_id).toBe(made.organization_id);
  const listed = JSON.parse((await run("orgs", "list", "--json")).stdout).data;
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(["My organisation", "Blue Door"]);
});

test("an address may be a user of several organisations; a reset says of which", async () => {
  const made = JSON.parse(
    (await run("orgs", "create", "Other", "--email", site.user.email.toUpperCase(), "--json")).stdout,
  );
  expect((await login(site.user.email, made.user.password)).status).toBe(200);
  expect((await login(site.user.email, site.user.password)).status).toBe(200);
  expect((await run("users", "reset", site.user.email)).stderr).toContain("choose one with --organization");
  const { code } = await run(
    "users",
    "reset",
    site.user.email,
    "--organization",
    made.organization_id,
    "--json",
  );
  expect(code).toBe(0);
});

test("limits of an organisation are set, shown and taken back", async () => {
  const set = (...options: string[]) => run("orgs", "set", site.organizationId, ...options, "--json");
  const [row] = JSON.parse((await set("--retention-days", "30", "--most-channels", "1")).stdout).data;
  expect(row).toMatchObject({ retention_days: 30, most_channels: 1, most_users: null });
  const call = caller(daemon.url, site.key);
  const refused = await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "second" });
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  const [roomy] = JSON.parse((await set("--most-channels", "default", "--most-media-gb", "7")).stdout).data;
  expect(roomy).toMatchObject({ most_channels: null, most_media_gb: 7 });
  const made = await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "second" });
  expect(made.status).toBe(201);
  const { body } = await call("GET", "/v1/audit?action=organization.updated");
  expect(body.data[1]).toMatchObject({
    actor: { type: "command" },
    changes: { retention_days: 30, most_channels: 1 },
  });
});

test.each([
  [["orgs", "set", "org_none", "--name", "x"], "there is no organisation org_none"],
  [["orgs", "set", "org_none"], "say what to change"],
  [["orgs", "set", "org_none", "--retention-days", "0"], "from 1 to 3650"],
  [["orgs", "set", "org_none", "--most-media-gb", "1.5"], "from 0 to 100000"],
  [["users", "reset", "nobody@example.com"], "no user has the address"],
  [["users", "reset", "nobody@example.com", "--hours", "169"], "from 1 to 168"],
])("%p is refused with a sentence", async (parameters, sentence) => {
  const { code, stderr } = await run(...parameters);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});

test("a lost key is replaced on the machine", async () => {
  const several = await run("keys", "create");
  expect([several.code, several.stderr]).toEqual([1, expect.stringContaining("--organization")]);
  const { code, stdout } = await run(
    ...["keys", "create", "--organization", site.organizationId, "--permission", "channels:read", "--json"],
  );
  expect(code).toBe(0);
  const made = JSON.parse(stdout);
  const call = caller(daemon.url, made.key);
  expect((await call("GET", "/v1/channels")).status).toBe(200);
  expect((await call("GET", "/v1/audit")).status).toBe(403);
  const { body } = await caller(daemon.url, site.key)("GET", "/v1/audit?action=key.created");
  expect(body.data[0]).toMatchObject({ actor: { type: "command" }, target: { id: made.id } });
  const wrong = await run("keys", "create", "--permission", "everything");
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("There are: messages:send")]);
});

test("users are listed over all organisations", async () => {
  const { data } = JSON.parse((await run("users", "list", "--json")).stdout);
  expect(data[0]).toMatchObject({ email: site.user.email, role: "owner", disabled: false });
  expect((await run("users", "list")).stdout).toContain(site.user.email);
});

test("who has the machine removes the second factors of somebody who has lost them", async () => {
  const call = caller(daemon.url, site.key);
  const [email, password] = ["lost@example.com", "correct horse battery staple"];
  const { body } = await call("POST", "/v1/users/invitations", { email, role: "admin" });
  const accept = { token: body.token, name: "Lou", password };
  const accepted = await anonymous("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=([^;]+)/.exec(accepted.headers.get("set-cookie") ?? "")?.[1];
  const as = (path: string, asked: object) =>
    anonymous("POST", `/v1/auth/factors/${path}`, asked, { authorization: `Bearer ${token}` });
  const app = (await as("totp", { name: "Phone" })).body;
  expect((await as(`${app.id}/confirm`, { code: appWith(app.secret).code() })).status).toBe(200);
  expect((await login(email, password)).body.code).toBe("factor_required");
  expect((await run("users", "reset-factors", email)).code).toBe(0);
  expect((await login(email, password)).status).toBe(200);
});

test("who has the machine removes a user, whose keys end, but not an organisation's last owner", async () => {
  const call = caller(daemon.url, site.key);
  const email = "leaving@example.com";
  const { body } = await call("POST", "/v1/users/invitations", { email, role: "admin" });
  const accept = { token: body.token, name: "Lea", password: "correct horse battery staple" };
  const user = (await anonymous("POST", "/v1/auth/invitations/accept", accept)).headers.get("set-cookie");
  const bearer = { authorization: `Bearer ${/waypost_session=([^;]+)/.exec(user ?? "")?.[1]}` };
  const wanted = { name: "theirs", permissions: ["channels:read"] };
  const made = await anonymous("POST", "/v1/api-keys", wanted, bearer);
  expect((await run("users", "remove", email)).code).toBe(0);
  const left = caller(daemon.url, made.body.key);
  await until(async () => (await left("GET", "/v1/channels")).status === 401);
  expect((await anonymous("GET", "/v1/auth/me", undefined, bearer)).status).toBe(401);
  const owner = await run("users", "disable", "bo@example.com");
  expect([owner.code, owner.stderr]).toEqual([1, expect.stringContaining("is the only owner")]);
});

test("a reset token sets a password, once, and ends the logins there were", async () => {
  const before = await login(site.user.email, site.user.password);
  const token = /waypost_session=([^;]+)/.exec(before.headers.get("set-cookie") ?? "")?.[1];
  const own = ["--organization", site.organizationId];
  const [first, second] = [
    await run("users", "reset", site.user.email, ...own, "--json"),
    await run("users", "reset", site.user.email, ...own, "--hours", "24", "--json"),
  ].map(({ stdout }) => JSON.parse(stdout));
  const password = "a new and better one";
  const reset = (given: string) => anonymous("POST", "/v1/auth/reset", { token: given, password });
  expect((await reset(first.token)).status).toBe(404);
  expect((await reset(second.token)).status).toBe(204);
  expect((await reset(second.token)).status).toBe(404);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await anonymous("GET", "/v1/auth/me", undefined, bearer)).status).toBe(401);
  expect((await login(site.user.email, site.user.password)).status).toBe(401);
  expect((await login(site.user.email, password)).status).toBe(200);
});

test("passwords work again for people whose login provider fails them", async () => {
  const made = JSON.parse(
    (await run("orgs", "create", "Locked", "--email", "lo@example.com", "--json")).stdout,
  );
  const { organization_id, user } = made;
  const set = () => run("orgs", "set", organization_id, "--password-login");
  expect((await set()).stderr).toContain("has no login provider");
  const sql = connect(site.databaseUrl, { max: 1 });
  const connection = {
    name: "Door",
    issuer: "https://login.example.com",
    client_id: "w",
    client_secret: "-",
  };
  const lists = { scopes: ["openid"], domains: ["example.com"], roles: {} };
  const row = { organization_id, ...connection, ...lists, password_login: false };
  await sql`insert into login_providers ${sql(row as never)}`;
  await sql.end();
  expect((await login("lo@example.com", user.password)).status).toBe(401);
  expect((await set()).code).toBe(0);
  expect((await login("lo@example.com", user.password)).status).toBe(200);
});
