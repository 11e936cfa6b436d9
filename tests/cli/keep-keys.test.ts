/** Keys that end with somebody's rights, and how the terminal stores them. */
import { beforeAll, expect, test } from "bun:test";
import { resetToken } from "../auth/reset-token.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { newHome, runCli } from "./run-cli.ts";

const daemon = sharedDaemon();
const PASSWORD = "correct horse battery staple";
let admin: string;
beforeAll(async () => {
  admin = newHome();
  await runCli(["login", "--url", daemon.url], { home: admin, stdin: daemon.key });
});

/** An admin with a key, and a key that this one made. */
async function newAdmin() {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "admin" });
  const home = newHome();
  const env = { WAYPOST_INVITATION: body.token, WAYPOST_PASSWORD: PASSWORD };
  await runCli(["users", "accept", "--name", "Ben", "--url", daemon.url], { home, env });
  const me = JSON.parse((await runCli(["whoami", "--json"], { home })).stdout);
  const create = ["keys", "create", "--name", "app", "--permission", "keys:manage", "--json"];
  const key = JSON.parse((await runCli(create, { home })).stdout);
  const made = await caller(daemon.url, key.key)("POST", "/v1/api-keys", {
    ...{ name: "made", permissions: ["keys:manage"] },
  });
  return { id: me.user.id as string, key: key as { id: string; key: string }, made: made.body.key as string };
}

const works = async (key: string) => (await caller(daemon.url, key)("GET", "/v1/auth/me")).status === 200;
const END: [name: string, end: (user: Awaited<ReturnType<typeof newAdmin>>) => Promise<string[]>][] = [
  ["users update --role", async ({ id }) => ["users", "update", id, "--role", "agent"]],
  ["users update --disable", async ({ id }) => ["users", "update", id, "--disable"]],
  ["users remove", async ({ id }) => ["users", "remove", id, "--yes"]],
  ["keys revoke", async ({ key }) => ["keys", "revoke", key.id, "--yes"]],
  ["password reset", async ({ id }) => ["password", "reset", "--token", await resetToken(daemon, id)]],
];

test.each(END)("%s ends what was made by key, unless --keep-keys is given", async (_, wordsOf) => {
  const [ended, kept] = [await newAdmin(), await newAdmin()];
  const env = { WAYPOST_NEW_PASSWORD: PASSWORD };
  const first = await runCli(await wordsOf(ended), { home: admin, env });
  const second = await runCli([...(await wordsOf(kept)), "--keep-keys"], { home: admin, env });
  expect([first.code, second.code]).toEqual([0, 0]);
  await until(async () => !(await works(ended.made)));
  expect(await works(kept.made)).toBe(true);
});

test("--keep-keys is for what ends keys", async () => {
  const run = await runCli(["users", "update", "x", "--name", "Ben", "--keep-keys"], { home: admin });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("--keep-keys needs --disable or --role");
});
