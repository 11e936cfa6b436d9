/** Sending to people by their user name: through a paired number, which asks WhatsApp who has it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const send = (to: string, more: object = {}) =>
  chat.daemon.call("POST", "/v1/messages", {
    channel_id: chat.channelId,
    ...{ to, type: "text", content: { body: "Hello" } },
    ...more,
  });

const contactsOf = async (value: string) =>
  (await chat.daemon.call("GET", `/v1/contacts?q=${value}`)).body.data;

test("a message goes to whoever has the user name, who is a contact from then on", async () => {
  chat.people().setUserName("491700000011", { name: "grace.h", pin: null });
  const sent = await send("@Grace.H");
  expect([sent.status, sent.body.recipient]).toEqual([201, expect.stringMatching(/^\d+@lid$/)]);
  const { provider_message_id: id } = await chat.daemon.until(sent.body.id, "read");
  expect((await chat.onPhone(id, "491700000011")).kind).toBe("text");
  expect(await contactsOf("grace.h")).toMatchObject([{ name: "@grace.h" }]);
});

test("WhatsApp is asked once: then the contact has the name", async () => {
  chat.people().setUserName("491700000012", { name: "linus_t", pin: null });
  const first = (await send("@linus_t")).body.recipient;
  chat.people().setUserName("491700000012", null);
  await chat.daemon.sql`delete from web_lookups`;
  expect((await send("@linus_t")).body.recipient).toBe(first);
});

test("a protected user name takes its PIN", async () => {
  chat.people().setUserName("491700000013", { name: "margaret", pin: "4711" });
  const codeOf = async (more: object) => (await send("@margaret", more)).body.code;
  expect(await codeOf({})).toBe("username_pin_required");
  expect(await codeOf({ username_pin: "1234" })).toBe("username_pin_required");
  expect((await send("@margaret", { username_pin: "4711" })).status).toBe(201);
});

test("nobody is found by a name that nobody has, and the error says so", async () => {
  const { status, body } = await send("@nobody.at.all");
  expect([status, body.code]).toEqual([422, "username_unknown"]);
  expect(body.detail).toContain("nobody on WhatsApp has the user name @nobody.at.all");
});

test("on official numbers only names of contacts are known", async () => {
  const official = { channel_id: chat.daemon.channelId };
  await chat.daemon.call("POST", "/v1/contacts", { phone_number: "+14155550777", username: "known.one" });
  expect((await send("@known.one", { ...official, type: "template", content: TEMPLATE })).body.to).toBe(
    "14155550777",
  );
  const refused = await send("@ada", official);
  expect([refused.body.code, refused.body.detail]).toEqual([
    "username_unknown",
    expect.stringContaining("can't look user names up"),
  ]);
});

const TEMPLATE = { template: { name: "hello_world", language: { code: "en_US" } } };

test("a message that is only tried makes no contact", async () => {
  chat.people().setUserName("491700000014", { name: "hedy.l", pin: null });
  expect((await send("@hedy.l", { dry_run: true })).status).toBe(200);
  expect(await contactsOf("hedy.l")).toEqual([]);
});

test.each([
  ["@a", {}],
  ["@12345", {}],
  ["@ada..b", {}],
  ["14155550123", { username_pin: "1234" }],
  ["@ada.byron", { username_pin: "12" }],
])("%s with %p is refused", async (to, more) => {
  expect((await send(to, more)).body).toMatchObject({ status: 422, code: "invalid_request" });
});

test("a user name and a contact that has another are two people", async () => {
  const { body } = await chat.daemon.call("POST", "/v1/contacts", { phone_number: "+14155550778" });
  expect((await send("@somebody.else", { contact_id: body.id })).body.code).toBe("recipient_mismatch");
});
