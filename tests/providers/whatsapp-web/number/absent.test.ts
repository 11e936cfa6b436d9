/**
 * Nothing is said to WhatsApp about a number without an account but the question whether it has one: a single stanza to
 * such a number can have WhatsApp refuse an account's next messages (463).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { BinaryNode } from "baileys";
import { ENCODERS } from "../../../../daemon/providers/whatsapp-web/encode/encoders.ts";
import { TABLES } from "../../../message-types/tables/tables.ts";
import { AT_ONCE, type Chat, startChat } from "../chat.ts";

/** Ends in 01: the sandbox has no account of it. */
const ABSENT = "15550000101";
const TYPES = (Object.keys(ENCODERS) as (keyof typeof TABLES)[]).filter((type) => ENCODERS[type] !== null);
/** What they are about is looked up here, and nothing is sent. */
const OURS = ["message_status_query", "message_media_download"];

let chat: Chat;
let known: string;
const stanzas: BinaryNode[] = [];

beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true }, undefined, {
    onStanza: (stanza) => stanzas.push(stanza),
  });
  known = (await chat.sent("text", { body: "Hello" }, "read")).id;
});
beforeEach(() => void stanzas.splice(0));
afterAll(() => chat.stop());

/** The stanzas that name the number, without the question whether it has an account. */
function about(number: string): BinaryNode[] {
  const isQuestion = ({ tag, attrs }: BinaryNode) => tag === "iq" && attrs.xmlns === "usync";
  return stanzas.filter((stanza) => !isQuestion(stanza) && JSON.stringify(stanza).includes(number));
}

async function defineTemplate(): Promise<void> {
  const { sql, organizationId } = chat.daemon;
  const components = JSON.stringify([{ type: "BODY", text: "The spring menu is here." }]);
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_spring', '1', 'spring', 'en_US', 'MARKETING', 'approved', ${components})`;
}

test("somebody who is there shows that stanzas are seen", async () => {
  await chat.sent("presence", { presence: "composing" }, "sent");
  await chat.sent("text", { body: "Hello" }, "read");
  expect(stanzas.some(({ tag }) => tag === "chatstate")).toBeTrue();
  expect(stanzas.some(({ tag }) => tag === "message")).toBeTrue();
});

test.each(TYPES)("%s", async (type) => {
  if (type === "template") await defineTemplate();
  const content =
    type === "template"
      ? { template: { name: "spring", language: { code: "en_US" } } }
      : TABLES[type].content;
  const id = await chat.send(type, content as Record<string, unknown>, ABSENT);
  const message = await chat.daemon.until(id, "failed", "sent", "delivered");
  if (!OURS.includes(type))
    expect(message).toMatchObject({ status: "failed", error: { code: "not_on_whatsapp" } });
  expect(about(ABSENT)).toEqual([]);
});

test.each(["reaction", "edit_message", "delete_message", "mark_as_read"] as const)(
  "%s about a message of somebody else's chat",
  async (type) => {
    const more = { reaction: "👍", body: "Edited" };
    const content = {
      message_id: known,
      ...(type === "reaction" ? { reaction: more.reaction } : {}),
      ...(type === "edit_message" ? { body: more.body } : {}),
    };
    const id = await chat.send(type, content, ABSENT);
    await chat.daemon.until(id, "failed", "sent", "delivered");
    expect(about(ABSENT)).toEqual([]);
  },
);

test("asking whether they are there", async () => {
  const { body } = await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/presence/${ABSENT}`);
  expect(body).toMatchObject({ presence: null });
  expect(about(ABSENT)).toEqual([]);
});

test("groups: they are neither added, nor in what is created", async () => {
  const path = `/v1/channels/${chat.channelId}/groups`;
  const made = await chat.daemon.call("POST", path, {
    subject: "Friends",
    participants: ["491700000001", ABSENT],
  });
  expect(made.status).toBe(201);
  expect(made.body.outcomes).toMatchObject([{ status: "done" }, { status: "refused", reason: "not_found" }]);
  const added = await chat.daemon.call("POST", `${path}/${made.body.id}/participants`, {
    action: "add",
    participants: [ABSENT],
  });
  expect(added.body.data).toMatchObject([{ status: "refused", reason: "not_found" }]);
  const nobody = await chat.daemon.call("POST", path, { subject: "Nobody", participants: [ABSENT] });
  expect(nobody).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("none of these numbers") },
  });
  expect(about(ABSENT)).toEqual([]);
});

test("looking them up", async () => {
  const { body } = await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/contacts/lookup`, {
    phones: [ABSENT],
  });
  expect(body.data).toMatchObject([{ exists: false }]);
  expect(about(ABSENT)).toEqual([]);
});
