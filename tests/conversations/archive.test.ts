/** Archived conversations: out of the inbox's way, here and on the phone of a paired number. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { hear } from "./support.ts";

let chat: Chat;
let id: string;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
});
afterAll(() => chat.stop());
beforeEach(async () => {
  id = (await chat.receive("text", { body: "Hello" })).conversation_id;
  await change("unarchive", id);
});

const change = (verb: "archive" | "unarchive", conversation: string) =>
  chat.daemon.call("POST", `/v1/conversations/${conversation}/${verb}`);

const archivedAt = async (conversation: string) =>
  (await chat.daemon.call("GET", `/v1/conversations/${conversation}`)).body.archived_at;

/** Resolves once the conversation is archived, or is not. */
const becomes = (archived: boolean, conversation = id) =>
  eventually(
    `archived is ${archived}`,
    async () => ((await archivedAt(conversation)) !== null) === archived || null,
  );

const onPhone = () => chat.people().chats(NUMBER);

test("a conversation that is archived here is archived on the phone, and comes back there", async () => {
  const { status, body } = await change("archive", id);
  expect([status, body.archived_at]).toEqual([200, expect.stringMatching(/Z$/)]);
  expect(onPhone()).toEqual([{ chat: ADA, archived: true }]);
  expect((await change("unarchive", id)).body.archived_at).toBeNull();
  expect(onPhone()).toEqual([{ chat: ADA, archived: false }]);
});

test.each(["lid", "s.whatsapp.net"] as const)(
  "a chat that is archived on the phone by its %s is archived here, and comes back",
  async (form) => {
    await chat.people().archive(NUMBER, { chat: ADA, archived: true, form });
    await becomes(true);
    await chat.people().archive(NUMBER, { chat: ADA, archived: false, form });
    await becomes(false);
    const [last] = (await chat.events("conversation.updated")).slice(-1);
    expect(last).toMatchObject({ conversation_id: id, archived: false });
  },
);

test("a change here after one on the phone fits the sums of both", async () => {
  await chat.people().archive(NUMBER, { chat: ADA, archived: true });
  await becomes(true);
  expect((await change("unarchive", id)).status).toBe(200);
  expect(onPhone()).toEqual([{ chat: ADA, archived: false }]);
});

test("a message leaves a chat in the archive, as phones do", async () => {
  await change("archive", id);
  await chat.receive("text", { body: "Are you there?" });
  expect(await archivedAt(id)).not.toBeNull();
});

test("a message brings a chat back where the phone's setting says so", async () => {
  await chat.people().keepArchived(NUMBER, false);
  await change("archive", id);
  await chat.people().send(ADA, { kind: "text", content: { body: "Hello?" }, to: NUMBER });
  await becomes(false);
  await chat.people().keepArchived(NUMBER, true);
});

test("a group is archived by its own address, both ways", async () => {
  const { id: group } = chat.people().createGroup(ADA, "Lunch", [NUMBER]);
  const said = await chat.people().send(ADA, { kind: "text", content: { body: "Cake?" }, to: group });
  const { conversation_id } = await chat.record(said);
  await change("archive", conversation_id);
  expect(onPhone()).toContainEqual({ chat: group, archived: true });
  await chat.people().archive(NUMBER, { chat: group, archived: false });
  await becomes(false, conversation_id);
});

test("on an official number it comes back when the person writes", async () => {
  const from = "14155577801";
  const official = await hear(chat.daemon, from);
  expect((await change("archive", official)).body.archived_at).toEqual(expect.stringMatching(/Z$/));
  await control(chat.daemon, "inbound", { from, text: "Hello again" });
  await becomes(false, official);
});

test("the list shows archived ones alone, or all others", async () => {
  await change("archive", id);
  const listed = async (query: string) =>
    (await chat.daemon.call("GET", `/v1/conversations?${query}`)).body.data.map(
      (row: { id: string }) => row.id,
    );
  expect(await listed("archived=true")).toEqual([id]);
  expect(await listed("archived=false")).not.toContain(id);
  expect(await listed("")).toContain(id);
});
