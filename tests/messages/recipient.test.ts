/** Whom a send can name: a number, a conversation, or both when they are the same. */
import { expect, test } from "bun:test";
import { createDraft, ended, start } from "../broadcasts/support.ts";
import { importFile } from "../imports/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const text = { type: "text", content: { body: "Hello" } };
const send = (whom: object, call = waypost.call) => call("POST", "/v1/messages", { ...text, ...whom });

/** The conversation with a number; something was sent to it. */
async function conversationWith(to: string): Promise<string> {
  const { id } = (await send({ channel_id: waypost.channelId, to })).body;
  return (await waypost.call("GET", `/v1/messages/${id}`)).body.conversation_id;
}

test("a conversation alone says whom a message goes to, and from which channel", async () => {
  const conversation_id = await conversationWith("14155559001");
  const sent = await send({ conversation_id });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ channel_id: waypost.channelId, to: "14155559001" });
  expect((await waypost.until(sent.body.id, "read")).conversation_id).toBe(conversation_id);
});

test("each message of a batch can name its conversation", async () => {
  const ids = [await conversationWith("14155559002"), await conversationWith("14155559003")];
  const messages = ids.map((conversation_id) => ({ ...text, conversation_id }));
  const { body } = await waypost.call("POST", "/v1/messages/batch", { messages });
  expect(body.data.map((one: { message: { to: string } }) => one.message.to)).toEqual([
    "14155559002",
    "14155559003",
  ]);
});

test("of a contact with several numbers, the one it shows is written to", async () => {
  const conversation_id = await conversationWith("14155559004");
  const { contact_id } = (await waypost.call("GET", `/v1/conversations/${conversation_id}`)).body;
  await waypost.call("PATCH", `/v1/contacts/${contact_id}`, { phone_number: "+14155559005" });
  expect((await send({ conversation_id })).body.to).toBe("14155559005");
});

test.each([
  ["nobody", {}, "/to", "invalid_request"],
  ["a number without a channel", { to: "14155559006" }, "/channel_id", "invalid_request"],
  [
    "a conversation that there is not",
    { conversation_id: "cv_none" },
    "/conversation_id",
    "conversation_not_found",
  ],
  ["what is no id", { conversation_id: "cv none" }, "/conversation_id", "conversation_not_found"],
])("a send that names %s is refused", async (_, whom, path, code) => {
  const { status, body } = await send(whom);
  expect([status, body.code, body.errors[0].path]).toEqual([422, code, path]);
});

test("a number that is not the conversation's is refused", async () => {
  const conversation_id = await conversationWith("14155559007");
  const { status, body } = await send({ conversation_id, to: "14155559008" });
  expect([status, body.code]).toEqual([422, "recipient_mismatch"]);
});

test("a conversation whose contact was deleted has no address", async () => {
  const conversation_id = await conversationWith("14155559009");
  const { contact_id } = (await waypost.call("GET", `/v1/conversations/${conversation_id}`)).body;
  await waypost.call("DELETE", `/v1/contacts/${contact_id}`);
  expect((await send({ conversation_id })).body.code).toBe("no_address");
});

test("a key for other channels can't send in a conversation", async () => {
  const conversation_id = await conversationWith("14155559010");
  const call = caller(waypost.url, await makeKey(waypost, ["messages:send"], ["ch_other"]));
  expect((await send({ conversation_id }, call)).body.code).toBe("conversation_not_found");
});

test("a user id that is only known on another portfolio is refused, until this one knows it too", async () => {
  const { sql, organizationId, channelId } = waypost;
  const bsuid = "US.70000000001";
  const { id: contact_id } = (await waypost.call("POST", "/v1/contacts", { bsuid })).body;
  await sql`update channels set portfolio_id = 'ours' where id = ${channelId}`;
  await sql`
    insert into channels (organization_id, id, platform, status, name, waba_id, proven_at, portfolio_id, phone_number_id)
    select organization_id, 'ch_theirs', platform, status, name, waba_id, proven_at, 'theirs', '1'
    from channels where id = ${channelId}`;
  await sql`
    insert into conversations (organization_id, id, channel_id, contact_id, user_id)
    values (${organizationId}, 'cv_theirs', 'ch_theirs', ${contact_id}, ${bsuid})`;
  for (const [whom, path] of [
    [{ recipient: bsuid }, "/recipient"],
    [{ contact_id }, "/contact_id"],
  ] as const) {
    const { status, body } = await send({ channel_id: channelId, ...whom });
    expect([status, body.code, body.errors[0].path]).toEqual([422, "recipient_not_supported", path]);
    expect(body.detail).toContain("another business portfolio");
  }
  await waypost.call("PATCH", `/v1/contacts/${contact_id}`, { bsuid: "US.70000000002" });
  expect((await send({ channel_id: channelId, contact_id })).body.recipient).toBe("US.70000000002");
  await sql`update channels set portfolio_id = 'ours' where id = 'ch_theirs'`;
  expect((await send({ channel_id: channelId, recipient: bsuid })).status).toBe(201);
});

test("nothing is ever sent with a user id as a number, whatever it is and wherever the id came from", async () => {
  const counts = async () => (await fetch(`${waypost.sandbox.url}/sandbox/counts`)).json();
  const recipient = "US.15550000030";
  const { body: hello } = await send({ channel_id: waypost.channelId, recipient });
  const { contact_id, conversation_id } = await waypost.until(hello.id, "read");
  const on = { message_id: "wamid.HBgLMTU1NTAwMDAwMzA" };
  const reaction = { type: "reaction", content: { ...on, reaction: "👍" } };
  const seen = { type: "mark_as_read", content: { ...on, typing_indicator: true } };
  const channel_id = waypost.channelId;
  const sent = [
    await send({ channel_id, contact_id, ...reaction }),
    await send({ conversation_id, ...reaction }),
    await send({ channel_id, recipient, ...seen }),
  ];
  for (const { body } of sent) {
    expect(body).toMatchObject({ to: null, recipient });
    await waypost.until(body.id, "sent", "delivered", "read");
  }
  const file = "bsuid;name;tags\nUS.15550000031;Ada;few\nUS.15550000032;Grace;few\n";
  expect(await importFile(waypost, file)).toMatchObject({ created: 2 });
  const template = { name: "hello_world", language: "en_US" };
  const id = await createDraft(waypost, { template, audience: { tags: { any: ["few"] } } });
  await start(waypost, id);
  expect((await ended(waypost, id)).counts).toMatchObject({ audience: 2, failed: 0, skipped: 0 });
  expect(await counts()).toMatchObject({ dropped: 0 });
});

test.each(["to", "to_phone"])("a user id in %s is refused, with where it belongs", async (name) => {
  const { status, body } = await send({ channel_id: waypost.channelId, [name]: "US.15550000031" });
  expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_request", `/${name}`]);
  expect(body.detail).toContain("a user id of WhatsApp, and no phone number");
});

test("a user id in a number's column of a file makes no contact of another person's number", async () => {
  const job = await importFile(waypost, "phone;name\nUS.14155550123;Ada\n", "?on_error=stop");
  expect(job).toMatchObject({
    created: 0,
    refused: 1,
    error: expect.stringContaining("user id of WhatsApp"),
  });
});
