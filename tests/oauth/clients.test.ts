/** The SDK's own clients log in by OAuth, through two daemons in turns. */
import { expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import { daemonsInTurns } from "../support/two-daemons.ts";
import { until } from "../support/until.ts";
import { answer, GUARD, LINES, newProgram } from "./support.ts";

const { waypost, url } = daemonsInTurns();

/** Connects a client whose user allows what it asks for. */
async function logIn({ connect }: (typeof LINES)[number]) {
  const program = newProgram();
  await connect(url, program);
  const asked = program.kept.asked ?? new URL("about:blank");
  const { body } = await answer(url, waypost.key, asked);
  await connect(url, program, new URL(body.redirect_to).searchParams);
  const client = await connect(url, program);
  if (client === undefined) throw new Error("it is not connected");
  return { client, program, asked, redirect: new URL(body.redirect_to) };
}

const find = { name: "find", arguments: { kind: "channels" } };

test.each(LINES)("a client of the revision $line logs in, and gets a key for an agent", async (line) => {
  const { client, asked, redirect } = await logIn(line);
  expect(asked.href).toStartWith(`${url}/consent?`);
  expect(Object.fromEntries(redirect.searchParams)).toEqual({
    code: expect.stringMatching(/^wpo_/),
    state: "some state",
    iss: url,
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
  for (const one of waypost.urls)
    await until(
      async () => (await caller(one, before.access_token)("GET", "/v1/auth/me")).body.code === "unauthorized",
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
  await LINES[0].connect(url, program);
  const asked = program.kept.asked ?? new URL("about:blank");
  const refused = await caller(url, waypost.key)("POST", "/v1/auth/oauth/answer", {
    ...Object.fromEntries(asked.searchParams),
    answer: "refuse",
  });
  expect(refused.body.redirect_to).toBe(
    `http://127.0.0.1:39999/callback?error=access_denied&state=some+state&iss=${encodeURIComponent(url)}`,
  );
});
