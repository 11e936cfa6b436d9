/** Every type of Meta's, from an official and from a paired number, becomes the message of ours that says the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MESSAGE_TYPES } from "../../../daemon/message-types/message-type.ts";
import { interactive, MESSAGES } from "./messages.ts";
import { ADA, type MetaSite, startMetaSite } from "./site.ts";

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

const QUIET = "16505550177";
const ONLY_OFFICIAL = new Set(["call_permission_request"]);

describe.each(["official", "paired"] as const)("from an %s number", (kind) => {
  const sendable = Object.entries(MESSAGES).filter(
    ([, [, type]]) => kind === "official" || !ONLY_OFFICIAL.has(type),
  );
  test.each(sendable)("%s", async (_, [body, type, content]) => {
    const answer = await site.send(site[kind], body);
    expect(answer.body).toEqual({
      messaging_product: "whatsapp",
      contacts: [{ input: ADA, wa_id: ADA }],
      messages: [{ id: expect.stringMatching(/^wamid\.[0-9a-f-]{36}$/) }],
    });
    expect(await site.record(answer)).toMatchObject({ channel_id: site[kind].channelId, type, content });
  });

  test("somebody who wants no messages gets none, until they want them again", async () => {
    const { call } = site.chat.daemon;
    const { body } = await call("POST", "/v1/contacts", { phone_number: `+${QUIET}` });
    const suppressions = `/v1/contacts/${body.id}/suppressions`;
    await call("POST", suppressions, { channel: "whatsapp", reason: "complained" });
    const write = () => site.send(site[kind], { to: QUIET, type: "text", text: { body: "Hi" } });
    const refused = await write();
    expect([refused.status, refused.body.error.code]).toEqual([400, 131050]);
    await call("DELETE", `${suppressions}/whatsapp`);
    expect((await write()).status).toBe(200);
  });
});

test("a message can quote one that was sent, by the id it was answered with", async () => {
  const first = await site.send(site.paired, { type: "text", text: { body: "One" } });
  const { id } = first.body.messages[0];
  const second = await site.send(site.paired, { text: { body: "Two" }, context: { message_id: id } });
  expect((await site.record(second)).content.reply_to).toEqual({ id: id.slice("wamid.".length) });
});

test.each([
  ["a flow", interactive({ type: "flow", action: { name: "flow", parameters: {} } })],
  ["an unknown type", { type: "hologram", hologram: {} }],
  ["two contacts", { type: "contacts", contacts: [{}, {}] }],
])("%s is refused as a type that can't be sent", async (_, body) => {
  const { status, body: answer } = await site.send(site.official, body);
  expect([status, answer.error.code]).toEqual([400, 131051]);
  expect(answer.error.error_data).toEqual({ messaging_product: "whatsapp", details: expect.any(String) });
});

test("a messaging account that a message names is checked, and kept", async () => {
  const text = { type: "text", text: { body: "Hi" } };
  const refused = await site.send(site.official, { ...text, messaging_account_id: "1" });
  expect([refused.status, refused.body.error.error_data.details]).toEqual([
    400,
    expect.stringContaining("messaging_account_id"),
  ]);
  const { waba_id: id } = (await site.chat.daemon.call("GET", `/v1/channels/${site.official.channelId}`))
    .body;
  const answer = await site.send(site.official, { ...text, messaging_account_id: id });
  expect((await site.record(answer)).messaging_account_id).toBe(id);
});

test("a member that is null is none", async () => {
  const { paired } = site;
  const link = "https://example.com/menu.png";
  const none = { recipient: null, context: null, biz_opaque_callback_data: null };
  const file = await site.send(paired, { ...none, type: "image", image: { id: null, link } });
  expect((await site.record(file)).content).toMatchObject({ media_url: link });
  const lid = "187240155021834@lid";
  const named = await site.send(paired, { to: null, recipient: lid, text: { body: "Hi" } });
  expect(named.body.contacts).toEqual([{ input: lid, user_id: lid }]);
});

test("a refusal repeats no more of a type than its beginning", async () => {
  const wrong = await site.send(site.paired, { type: "x".repeat(100_000) });
  expect(JSON.stringify(wrong.body).length).toBeLessThan(1000);
});

test("each of our types is sent here, or is known to be none of Meta's", () => {
  const sent = Object.values(MESSAGES).map(([, type]) => type);
  const inOtherTests = ["reaction", "template", "mark_as_read"];
  const operations = ["edit_message", "delete_message", "message_status_query", "message_media_download"];
  const ours = ["link", "poll", "presence", ...operations];
  expect([...new Set([...sent, ...inOtherTests, ...ours])].toSorted()).toEqual([...MESSAGE_TYPES].toSorted());
});
