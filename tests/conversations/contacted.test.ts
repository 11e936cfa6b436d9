/** Conversations in which only broadcasts and programs have written, apart from those of people who wrote. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();

/** Writes to a number; resolves with the conversation's id. */
async function write({ call }: { call: typeof waypost.call }, to: string, more = {}): Promise<string> {
  const body = { channel_id: waypost.channelId, to, ...HELLO, ...more };
  const sent = await call("POST", "/v1/messages", body);
  expect(sent).toMatchObject({ status: 201 });
  return (await waypost.call("GET", `/v1/conversations?q=${to}`)).body.data[0]?.id;
}

const HELLO = {
  type: "template",
  content: { template: { name: "hello_world", language: { code: "en_US" } } },
};
const isContacted = async (id: string) =>
  (await waypost.call("GET", `/v1/conversations/${id}`)).body.contacted;
const react = { type: "reaction", reaction: { message_id: "wamid.unknown", emoji: "👍" } };

test("whom a program wrote to is contacted until they write: apart for who asks, open for who doesn't", async () => {
  const [program, person] = [await write(waypost, "14155568101"), await hear(waypost, "14155568102")];
  expect([await isContacted(program), await isContacted(person)]).toEqual([true, false]);
  expect(await idsOf(waypost, "q=141555681&contacted=true")).toEqual([program]);
  expect(await idsOf(waypost, "q=141555681&contacted=false")).toEqual([person]);
  expect((await idsOf(waypost, "q=141555681&status=open")).sort()).toEqual([program, person].sort());
  expect((await waypost.call("GET", "/v1/conversations/counts?q=141555681&contacted=true")).body.all).toBe(1);

  await hear(waypost, "14155568101");
  expect(await isContacted(program)).toBe(false);
  await write(waypost, "14155568101");
  expect(await idsOf(waypost, "q=141555681&contacted=true")).toEqual([]);
});

test("a reaction is no answer", async () => {
  const id = await write(waypost, "14155568111");
  await hear(waypost, "14155568111", 0, react);
  expect(await isContacted(id)).toBe(true);
});

test("whom a user writes to is theirs, also where a program wrote before", async () => {
  const user = await newUser(waypost);
  expect(await isContacted(await write(user, "14155568121"))).toBe(false);
  const before = await write(waypost, "14155568122");
  expect(await isContacted(before)).toBe(true);
  await write(user, "14155568122");
  expect(await isContacted(before)).toBe(false);
});

test("a user's read mark is no writing, nor a broadcast that they began, also beside a program's message", async () => {
  const user = await newUser(waypost);
  const id = await write(waypost, "14155568151");
  await hear(waypost, "14155568151", 0, react);
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}&direction=inbound`)).body;
  const read = { conversation_id: id, type: "mark_as_read", content: { message_id: data[0].id } };
  expect((await user.call("POST", "/v1/messages", read)).status).toBe(201);
  const one = {
    ...{ organization_id: waypost.organizationId, channel_id: waypost.channelId, address: "14155568151" },
    ...{ type: "text", content: '{"body":"Hi"}', response: "", needs_window: false, addressed: true },
    created_at: new Date(),
  };
  const broadcast = { ...one, n: 0, id: Bun.randomUUIDv7(), author: user.id, broadcast_id: "bc_contacted" };
  const programs = { ...one, n: 1, id: Bun.randomUUIDv7(), author: "key_contacted" };
  const accepted = await waypost.sql`
    select outcome from accept_messages(${JSON.stringify([broadcast, programs])}::text::json)`;
  expect(accepted.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted"]);
  expect(await isContacted(id)).toBe(true);
});

test("what is written on the business's phone is a person's", async () => {
  const id = await write(waypost, "14155568131");
  const echo = { from: "15550990100", to: "14155568131", id: "wamid.contacted.echo" };
  const said = {
    ...echo,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text: { body: "Hi" },
  };
  await take(waypost, { message_echoes: [said] }, "smb_message_echoes");
  expect(await isContacted(id)).toBe(false);
});

test("a program's message writes nothing to the row of a conversation", async () => {
  const id = await write(waypost, "14155568141");
  const version = async () => (await waypost.sql`select xmin, ctid from conversations where id = ${id}`)[0];
  const before = await version();
  await write(waypost, "14155568141");
  expect(await version()).toEqual(before);
});
