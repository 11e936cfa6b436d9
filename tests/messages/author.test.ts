/** Who wrote a message: a colleague, a program, a broadcast, the phone, or nobody. */
import { expect, test } from "bun:test";
import { answer, hear, newUser } from "../conversations/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const authorOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body.author;

test("a colleague is named, by the beginning of their email address while they have no name", async () => {
  const conversation = await hear(waypost, "14155561801");
  const { call, id, email } = await newUser(waypost);
  const sent = await answer({ call }, conversation);
  const ada = { kind: "user", id, name: "Ada" };
  expect(await authorOf(sent)).toEqual(ada);
  const [own, theirs] = (await waypost.call("GET", `/v1/messages?conversation_id=${conversation}`)).body.data;
  expect([own.author, theirs.author]).toEqual([ada, null]);
  await waypost.sql`update users set name = '' where id = ${id}`;
  expect(await authorOf(sent)).toEqual({ ...ada, name: email.split("@")[0] });
  await waypost.sql`delete from users where id = ${id}`;
  expect(await authorOf(sent)).toEqual({ ...ada, name: null });
});

test("so is an API key, of each message of a batch, and of one that is asked for again", async () => {
  const key = await makeKey(waypost, ["messages:send", "messages:read"]);
  const call = caller(waypost.url, key);
  const [{ id, name }] = await waypost.sql<[{ id: string; name: string }]>`
    select id, name from api_keys order by created_at desc limit 1`;
  const body = { channel_id: waypost.channelId, to: "14155561802", type: "text", content: { body: "Hi" } };
  const once = { "idempotency-key": crypto.randomUUID() };
  const first = await call("POST", "/v1/messages", body, once);
  const again = await call("POST", "/v1/messages", body, once);
  expect([first.status, again.body]).toEqual([201, first.body]);
  const refused = { ...body, type: "none" };
  const batch = await call("POST", "/v1/messages/batch", { messages: [refused, body, body] });
  const sent = batch.body.data.flatMap(({ message }: { message?: { id: string } }) => message?.id ?? []);
  expect(sent).toHaveLength(2);
  for (const one of [first.body.id, ...sent]) expect(await authorOf(one)).toEqual({ kind: "key", id, name });
  await waypost.call("DELETE", `/v1/api-keys/${id}`);
  expect(await authorOf(first.body.id)).toMatchObject({ kind: "key", id });
});

test("a message of an earlier version has no author", async () => {
  const sent = await answer(waypost, await hear(waypost, "14155561803"));
  await waypost.sql`update messages set author = null where id = ${sent}`;
  expect(await authorOf(sent)).toBeNull();
});
