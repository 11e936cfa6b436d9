/**
 * People whom a paired number knows by LID alone: they are answered, read it, and stay who they are when their number
 * becomes known.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { type Chat, startChat } from "./chat.ts";
import { type FileServer, startFileServer } from "./file-server.ts";

let chat: Chat;
let files: FileServer;
beforeAll(async () => {
  chat = await startChat();
  files = await startFileServer(chat.web);
});
afterAll(async () => {
  await files.stop();
  await chat.stop();
});

const send = async (whom: object, what: object = { type: "text", content: { body: "Good morning" } }) =>
  (await chat.daemon.call("POST", "/v1/messages", { channel_id: chat.channelId, ...what, ...whom })).body;

test("somebody who hides their number is answered by LID, contact and conversation, and reads it", async () => {
  const hidden = "15550001801";
  const wrote = await chat.receive("text", { body: "Guess who" }, hidden);
  const { contact_id, conversation_id, from_user_id: recipient } = wrote;
  expect(wrote).toMatchObject({ from_phone: null, from_user_id: expect.stringMatching(/^\d+@lid$/) });
  const ask = { type: "request_contact_info", content: { body: "May we call you?" } };
  for (const sent of [
    await send({ recipient }),
    await send({ contact_id }),
    await send({ conversation_id }, ask),
  ]) {
    expect(sent).toMatchObject({ to: null, recipient });
    const read = await chat.daemon.until(sent.id, "read", "failed");
    expect(read).toMatchObject({ status: "read", to: null, to_phone: null, recipient, contact_id });
    expect((await chat.onPhone(read.provider_message_id, hidden)).fromMe).toBe(false);
  }
  const typing = await send({ contact_id }, { type: "presence", content: { presence: "composing" } });
  await chat.daemon.until(typing.id, "sent");
});

test("somebody known by LID gets pictures, and templates that ask for the number", async () => {
  const hidden = "15550001802";
  const { from_user_id: recipient } = await chat.receive("text", { body: "Guess who" }, hidden);
  const { sql, organizationId } = chat.daemon;
  const components = JSON.stringify([
    { type: "BODY", text: "May we call you, {{1}}?" },
    { type: "BUTTONS", buttons: [{ type: "REQUEST_CONTACT_INFO" }] },
  ]);
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_call', '1', 'call_me', 'en_US', 'UTILITY', 'approved', ${components})`;
  const body = { type: "body", parameters: [{ type: "text", text: "Ada" }] };
  const template = { name: "call_me", language: { code: "en_US" }, components: [body] };
  const shown = [];
  for (const what of [
    { type: "image", content: { media_url: files.url("/picture.png"), caption: "Our shop" } },
    { type: "template", content: { template } },
  ]) {
    const { id } = await send({ recipient }, what);
    const read = await chat.daemon.until(id, "read", "failed");
    expect(read).toMatchObject({ status: "read", error: null, to: null, recipient });
    shown.push(await chat.onPhone(read.provider_message_id, hidden));
  }
  expect(shown).toMatchObject([
    { kind: "image", form: "lid", file: { sha256: files.digest("/picture.png") } },
    { kind: "text", form: "lid", text: "May we call you, Ada?\n\n📞 Please reply with your phone number." },
  ]);
});

test("a number is answered by the address that WhatsApp last used for it: its LID, or the number itself", async () => {
  const number = "15551230077";
  const forms = [];
  for (const form of ["lid", "s.whatsapp.net", "lid"] as const) {
    await chat.receive("text", { body: "Hello" }, number, { form });
    const { id } = await send({ to: number });
    const read = await chat.daemon.until(id, "read", "failed");
    expect(read).toMatchObject({ status: "read", to: number, recipient: null });
    forms.push((await chat.onPhone(read.provider_message_id, number)).form);
  }
  expect(forms).toEqual(["lid", "s.whatsapp.net", "lid"]);
});

test("once the number is known, there is one contact with one conversation, and messages go to the number", async () => {
  const late = "15550001901";
  const first = await chat.receive("text", { body: "Guess" }, late);
  const { from_user_id: recipient } = first;
  const answer = await send({ recipient });
  expect(await chat.daemon.until(answer.id, "read")).toMatchObject({ to: null, recipient });
  const second = await chat.receive("text", { body: "It's me" }, late);
  expect(second).toMatchObject({ from_phone: late, contact_id: first.contact_id });
  const later = await send({ recipient });
  expect(await chat.daemon.until(later.id, "read")).toMatchObject({ to: late, recipient: null });
  const { body } = await chat.daemon.call("GET", `/v1/messages?contact_id=${second.contact_id}`);
  expect(body.data).toHaveLength(4);
  expect(new Set(body.data.map((one: { conversation_id: string }) => one.conversation_id)).size).toBe(1);
});

test("somebody with another number stays who they are, and it stands in the conversation", async () => {
  const [old, fresh] = ["491700000041", "491700000042"];
  const before = await chat.receive("text", { body: "I'll move" }, old);
  chat.people().move(old, fresh);
  const path = `/v1/messages?conversation_id=${before.conversation_id}`;
  const [told] = await eventually("what the phone was told", async () => {
    const { data } = (await chat.daemon.call("GET", path)).body;
    return data.length === 2 ? data : null;
  });
  expect(told).toMatchObject({
    ...{ type: "system", text: `Changed their number: +${fresh}`, contact_id: before.contact_id },
    content: { event: "number_changed", from: old, to: fresh },
  });
  const after = await chat.receive("text", { body: "Here I am" }, fresh);
  expect(after).toMatchObject({ contact_id: before.contact_id, conversation_id: before.conversation_id });
  const { phone_number } = (await chat.daemon.call("GET", `/v1/contacts/${after.contact_id}`)).body;
  expect(phone_number).toBe(`+${fresh}`);
});
