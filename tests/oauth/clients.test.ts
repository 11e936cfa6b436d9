/** The SDK's own clients log in by OAuth, through two daemons in turns. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { caller, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { until } from "../support/until.ts";
import { answer, GUARD, LINES, newProgram } from "./support.ts";

let waypost: TestDaemon;
let second: Awaited<ReturnType<typeof startDaemon>>;
let turn = 0;
const proxy = startPrefixProxy("", () => (turn++ % 2 === 0 ? waypost.url : second.url));

beforeAll(async () => {
  waypost = await startTestDaemon({ config: { publicUrl: proxy.url } });
  const { config, databaseUrl, secrets } = waypost;
  second = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(async () => {
  proxy.stop();
  await second.stop();
  await waypost.stop();
});

/** Connects a client whose user allows what it asks for. */
async function logIn({ connect }: (typeof LINES)[number]) {
  const program = newProgram();
  await connect(proxy.url, program);
  const asked = program.kept.asked ?? new URL("about:blank");
  const { body } = await answer(proxy.url, waypost.key, asked);
  await connect(proxy.url, program, new URL(body.redirect_to).searchParams);
  const client = await connect(proxy.url, program);
  if (client === undefined) throw new Error("it is not connected");
  return { client, program, asked, redirect: new URL(body.redirect_to) };
}

const find = { name: "find", arguments: { kind: "channels" } };

test.each(LINES)("a client of the revision $line logs in, and gets a key for an agent", async (line) => {
  const { client, asked, redirect } = await logIn(line);
  expect(asked.href).toStartWith(`${proxy.url}/consent?`);
  expect(Object.fromEntries(redirect.searchParams)).toEqual({
    code: expect.stringMatching(/^wpo_/),
    state: "some state",
    iss: proxy.url,
  });
  const found = await client.callTool(find);
  expect(found.structuredContent).toMatchObject({ data: [{ id: waypost.channelId }] });
  const [key] = (await waypost.call("GET", "/v1/api-keys")).body.data;
  expect(key).toMatchObject({
    name: "Test agent (127.0.0.1)",
    permissions: ["channels:read", "messages:send"],
    agent: GUARD,
    expires_at: null,
  });
  await client.close();
});

test.each(LINES)("a client of the revision $line goes on by itself after an hour", async (line) => {
  const { client, program } = await logIn(line);
  const before = program.kept.tokens as { access_token: string };
  await waypost.sql`update api_keys set secret_expires_at = now() - interval '1 minute' where secret_expires_at is not null`;
  // daemons remember a key for a while
  await waypost.sql`select pg_notify('waypost_key_revoked', id) from api_keys`;
  for (const { url } of [waypost, second])
    await until(
      async () => (await caller(url, before.access_token)("GET", "/v1/auth/me")).body.code === "unauthorized",
    );
  for (let times = 0; times < 2; times++) expect((await client.callTool(find)).isError).toBeFalsy();
  expect(program.kept.tokens).not.toEqual(before);
  await client.close();
});

test("a client whose key is revoked is out at once, and asks again", async () => {
  const [line] = LINES;
  const { client, program } = await logIn(line);
  const [key] = (await waypost.call("GET", "/v1/api-keys")).body.data;
  expect((await waypost.call("DELETE", `/v1/api-keys/${key.id}`)).status).toBe(204);
  delete program.kept.asked;
  await expect(client.callTool(find)).rejects.toThrow();
  expect(program.kept.asked).toBeDefined();
  expect(await waypost.sql`select from oauth_tokens where key_id = ${key.id}`).toHaveLength(0);
});

test("a program that is refused is told so", async () => {
  const program = newProgram();
  await LINES[0].connect(proxy.url, program);
  const asked = program.kept.asked ?? new URL("about:blank");
  const refused = await caller(proxy.url, waypost.key)("POST", "/v1/auth/oauth/answer", {
    ...Object.fromEntries(asked.searchParams),
    answer: "refuse",
  });
  expect(refused.body.redirect_to).toBe(
    `http://127.0.0.1:39999/callback?error=access_denied&state=some+state&iss=${encodeURIComponent(proxy.url)}`,
  );
});
