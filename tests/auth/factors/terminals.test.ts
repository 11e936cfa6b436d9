/** The other places where a password is taken: the terminal, and the form for browsers without JavaScript. */
import { expect, test } from "bun:test";
import { newHome, runCli } from "../../cli/run-cli.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { beginLogin, newUser, newUserWithApp, PASSWORD } from "./people.ts";

const daemon = sharedDaemon();

test("waypost login takes the code of a second factor", async () => {
  const { email, recovery } = await newUserWithApp(daemon);
  const args = ["login", "--url", daemon.url, "--email", email, "--json"];
  const env = { WAYPOST_PASSWORD: PASSWORD };
  const wrong = await runCli(args, { env: { ...env, WAYPOST_LOGIN_CODE: "000000" } });
  expect([wrong.code, wrong.stderr]).toEqual([expect.any(Number), expect.stringContaining("wrong_code")]);
  expect(wrong.code).not.toBe(0);
  const right = await runCli(args, { env: { ...env, WAYPOST_LOGIN_CODE: recovery[0] ?? "" } });
  expect(right.stderr).toContain("Saved in");
  expect(JSON.parse(right.stdout)).toMatchObject({ email });
});

test("waypost users reset-factors lets somebody in by the password again, and no owner on behalf of an admin", async () => {
  const [owner, admin, agent] = [
    await newUserWithApp(daemon, "owner"),
    await newUser(daemon, "admin"),
    await newUserWithApp(daemon),
  ];
  const home = newHome();
  const login = ["login", "--url", daemon.url, "--email", admin.email];
  expect((await runCli(login, { home, env: { WAYPOST_PASSWORD: PASSWORD } })).code).toBe(0);
  const reset = (id: string) => runCli(["users", "reset-factors", id, "--yes"], { home });
  expect((await reset(owner.id)).stderr).toContain("the role owner may");
  expect((await reset(agent.id)).stderr).toContain(`Removed the second factors of ${agent.id}.`);
  expect((await beginLogin(daemon, owner.email)).answer.status).toBe(403);
  expect((await beginLogin(daemon, agent.email)).answer.status).toBe(200);
});

test("a terminal says how a login of a while ago goes on with what needs a fresh proof", async () => {
  const { email, id } = await newUser(daemon, "admin");
  const home = newHome();
  const env = { WAYPOST_PASSWORD: PASSWORD };
  const login = () => runCli(["login", "--url", daemon.url, "--email", email], { home, env });
  const invite = () =>
    runCli(["users", "invite", `${crypto.randomUUID()}@example.com`, "--role", "agent"], { home });
  await login();
  await daemon.sql`update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  expect((await invite()).stderr).toContain("waypost login --email <address>");
  await login();
  expect((await invite()).code).toBe(0);
});

test("a terminal is allowed a key on the plain form with password and code, not without the code", async () => {
  const { email, app } = await newUserWithApp(daemon, "admin");
  const begun = await fetch(`${daemon.url}/v1/auth/device/authorization`, {
    method: "POST",
    body: new URLSearchParams({ host: "ada-laptop" }),
  });
  const { user_code = "" } = (await begun.json()) as Record<string, string>;
  const answer = async (code: string) => {
    const fields = { user_code, answer: "approve", email, password: PASSWORD, code, key: "" };
    const init = { method: "POST", headers: { origin: daemon.url }, body: new URLSearchParams(fields) };
    const response = await fetch(`${daemon.url}/device/answer`, init);
    return { status: response.status, page: await response.text() };
  };
  const without = await answer("");
  expect([without.status, without.page]).toEqual([
    403,
    expect.stringMatching(/role="alert">Enter the code from your authenticator app/),
  ]);
  expect((await answer("000000")).status).toBe(403);
  const right = await answer(app.code());
  expect([right.status, right.page]).toEqual([200, expect.stringContaining("Go back to the terminal")]);
});
