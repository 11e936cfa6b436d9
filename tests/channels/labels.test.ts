/** Labels of the Business app: tags of the conversations that carry them on the phone, both ways. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { eventually } from "../support/until.ts";

let chat: Chat;
let id: string;
let serial = 0;
/** A label that only this test has, by its name and its id on the phone. */
let name: string;
let label: string;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true }, undefined, { business: true });
  id = (await chat.receive("text", { body: "Hello" })).conversation_id;
});
afterAll(() => chat.stop());
beforeEach(async () => {
  label = String(++serial);
  name = `Label ${serial}`;
  await chat.people().nameLabel(NUMBER, { id: label, name });
  await eventually(name, async () => (await labels()).find((one: { id: string }) => one.id === label));
});

const of = (path = "") => `/v1/channels/${chat.channelId}/labels${path}`;
const labels = async () => (await chat.daemon.call("GET", of())).body.data;
const tags = async () => (await chat.daemon.call("GET", `/v1/conversations/${id}`)).body.tags;
const tag = (body: object) => chat.daemon.call("POST", `/v1/conversations/${id}/tags`, body);
const onPhone = () =>
  chat
    .people()
    .labels(NUMBER)
    .find((one) => one.id === label);
const becomes = (what: string, is: (names: string[]) => boolean) =>
  eventually(what, async () => is(await tags()) || null);

test.each(["lid", "s.whatsapp.net"] as const)(
  "a label on a chat, named by its %s, is a tag of the conversation until it is taken off",
  async (form) => {
    await chat.people().labelChat(NUMBER, { id: label, chat: ADA, labelled: true, form });
    await becomes("the tag", (names) => names.includes(name));
    await chat.people().labelChat(NUMBER, { id: label, chat: ADA, labelled: false, form });
    await becomes("no tag", (names) => !names.includes(name));
  },
);

test("a tag that is a label goes to the phone, and its removal too", async () => {
  expect((await tag({ name })).status).toBe(201);
  expect(onPhone()).toMatchObject({ name, chats: [ADA] });
  const path = `/v1/conversations/${id}/tags/${encodeURIComponent(name)}`;
  expect((await chat.daemon.call("DELETE", path)).status).toBe(204);
  expect(onPhone()).toMatchObject({ chats: [] });
});

test("what is put on and taken off in one change is so on the phone", async () => {
  await tag({ name });
  expect(onPhone()?.chats).toEqual([ADA]);
  await tag({ names: ["Other"], remove: [name] });
  expect([onPhone()?.chats, await tags()]).toEqual([[], expect.arrayContaining(["Other"])]);
});

test("a tag of another name stays here", async () => {
  const before = chat.people().labels(NUMBER);
  expect((await tag({ name: "Only ours" })).status).toBe(201);
  expect(chat.people().labels(NUMBER)).toEqual(before);
});

test("a label that gets another name on the phone has it here, and so has what carries it", async () => {
  await tag({ name });
  await chat.people().nameLabel(NUMBER, { id: label, name: "Renamed" });
  await becomes("the new name", (names) => names.includes("Renamed") && !names.includes(name));
});

test("a label that is deleted on the phone takes its tags along", async () => {
  await tag({ name });
  await chat.people().nameLabel(NUMBER, { id: label, name: null });
  await becomes("no tag", (names) => !names.includes(name));
  expect((await labels()).map((one: { id: string }) => one.id)).not.toContain(label);
});

test("a label is created and deleted on the phone", async () => {
  const { status, body } = await chat.daemon.call("POST", of(), { name: " Paid " });
  expect([status, body.name]).toEqual([201, "Paid"]);
  expect(chat.people().labels(NUMBER)).toContainEqual({ id: body.id, name: "Paid", chats: [] });
  expect((await chat.daemon.call("POST", of(), { name: "Paid" })).body.code).toBe("label_exists");
  serial = Number(body.id);
  await tag({ name: "Paid" });
  expect((await chat.daemon.call("DELETE", of(`/${body.id}`))).status).toBe(204);
  expect(
    chat
      .people()
      .labels(NUMBER)
      .map((one) => one.name),
  ).not.toContain("Paid");
  expect(await tags()).not.toContain("Paid");
  const { data } = (await chat.daemon.call("GET", "/v1/audit?limit=2")).body;
  expect(data.map((one: { action: string }) => one.action)).toEqual([
    "channel.label_deleted",
    "channel.label_created",
  ]);
});

test("labels that can be a tag are offered before anything has them", async () => {
  const { body } = await chat.daemon.call("GET", "/v1/conversations/tags");
  expect(body.data).toContainEqual({ name, count: 0 });
});

test("the 21st label is refused, with what to do about it", async () => {
  for (let next = serial + 1; (await labels()).length < 20; next++) {
    await chat.people().nameLabel(NUMBER, { id: String(next), name: `More ${next}` });
    await eventually("it", async () =>
      (await labels()).some((one: { id: string }) => one.id === String(next)),
    );
    serial = next;
  }
  const { status, body } = await chat.daemon.call("POST", of(), { name: "One too many" });
  expect([status, body.code]).toEqual([422, "too_many_labels"]);
  expect(body.detail).toContain("delete one");
});

test("a number that is not in the Business app has none, and says so", async () => {
  const path = `/v1/channels/${chat.daemon.channelId}/labels`;
  const { status, body } = await chat.daemon.call("GET", path);
  expect([status, body.available, body.data]).toEqual([200, false, []]);
  expect((await chat.daemon.call("POST", path, { name: "Paid" })).body.code).toBe("no_labels");
});

test("while the number is not connected a label is not put on, and the error says so", async () => {
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  const { status, body } = await tag({ name });
  expect([status, body.code]).toEqual([409, "channel_not_connected"]);
  expect(await tags()).not.toContain(name);
  expect((await tag({ name: "Ours all the same" })).status).toBe(201);
});
