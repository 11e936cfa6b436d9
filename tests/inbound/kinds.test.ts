/**
 * Calls that are not in Meta's examples: people without numbers, changes of messages and numbers, echoes, the sandbox's
 * kinds.
 */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsOf, processed, receive, recordOf, take } from "./support.ts";

const waypost = sharedDaemon();

let serial = 0;
const message = (from: string, more: object = { type: "text", text: { body: "Hi" } }) => {
  serial += 1;
  return { from, id: `wamid.kinds.${serial}`, timestamp: String(1763717400 + serial), ...more };
};
const named = (from: string, name: string) => ({ contacts: [{ wa_id: from, profile: { name } }] });
const contactOf = async (value: string) =>
  (
    await waypost.sql`
    select contact.* from contacts as contact join contact_identities as known on known.contact_id = contact.id
    where known.value = ${value}`
  )[0];
const matching = async (type: string, part: object) =>
  (await eventsOf(waypost)).filter(
    (event) => event.type === type && Object.entries(part).every(([key, value]) => event.body[key] === value),
  );

test("a form's answer is parsed, and one that is not JSON is kept", async () => {
  for (const [response_json, response] of [
    ['{"city":"Berlin"}', { city: "Berlin" }],
    ["{broken", null],
  ]) {
    const nfm_reply = { name: "flow", body: "Sent", response_json };
    const reply = message("16505550100", {
      type: "interactive",
      interactive: { type: "nfm_reply", nfm_reply },
    });
    await take(waypost, { messages: [reply] });
    const record = await recordOf(waypost, reply.id);
    expect(record).toMatchObject({ type: "interactive", content: { name: "flow", response, nfm_reply } });
  }
});

test.each([
  ["product", { product: { catalog_id: "1", product_retailer_id: "tent" } }, ["tent"]],
  ["product", { action: { catalog_id: "1", product_retailer_id: "tent" } }, ["tent"]],
  [
    "product_list",
    { product_list: { catalog_id: "1", products: [{ product_retailer_id: "pot" }] } },
    ["pot"],
  ],
  [
    "product_list",
    { action: { catalog_id: "1", sections: [{ product_items: [{ product_retailer_id: "pot" }] }] } },
    ["pot"],
  ],
  ["catalog_message", { action: { name: "catalog_message", catalog_id: "1" } }, []],
])("a %s that somebody sends keeps its products, wherever they stand: %j", async (type, body, products) => {
  const sent = message("16505550100", { type: "interactive", interactive: { type, ...body } });
  await take(waypost, { messages: [sent] });
  const { content } = await recordOf(waypost, sent.id);
  expect(content).toMatchObject({ type, catalog_id: "1", ...body });
  expect(content.products.map((one: Record<string, string>) => one.product_retailer_id)).toEqual(products);
});

test("a type nobody knows is kept as unsupported", async () => {
  const strange = message("16505550101", { type: "hologram", hologram: { depth: 3 } });
  await take(waypost, { messages: [strange] });
  expect(await recordOf(waypost, strange.id)).toMatchObject({
    type: "unsupported",
    content: { provider_type: "hologram", hologram: { depth: 3 } },
  });
});

test("an edit changes the message once, a later revocation marks it", async () => {
  const original = message("16505550102");
  await take(waypost, { messages: [original] });
  const edit = message("16505550102", {
    type: "edit",
    edit: { original_message_id: original.id, message: { type: "text", text: { body: "Hello" } } },
  });
  for (let time = 0; time < 3; time++) await take(waypost, { messages: [edit] });
  const edited = await recordOf(waypost, original.id);
  expect(edited).toMatchObject({
    content: { body: "Hello" },
    edited_at: expect.any(String),
    deleted_at: null,
  });
  expect(edited.edits).toEqual([{ content: { body: "Hi" }, at: expect.any(String) }]);
  const revoke = message("16505550102", { type: "revoke", revoke: { original_message_id: original.id } });
  for (let time = 0; time < 3; time++) await take(waypost, { messages: [revoke] });
  expect((await recordOf(waypost, original.id)).deleted_at).toEqual(expect.any(String));
  const { conversation_id } = edited;
  // that it came, was edited and was taken back
  expect(await matching("conversation.updated", { conversation_id })).toHaveLength(3);
  expect(await matching("message.new", { conversation_id })).toHaveLength(1);
});

test("an edit that is older than the last one, or comes after the revocation, changes nothing", async () => {
  const original = message("16505550113");
  await take(waypost, { messages: [original] });
  const now = Math.floor(Date.now() / 1000);
  const edit = (body: string, later: number) => ({
    ...message("16505550113", { type: "edit", timestamp: String(now + later) }),
    edit: { original_message_id: original.id, message: { type: "text", text: { body } } },
  });
  const revoke = message("16505550113", { type: "revoke", revoke: { original_message_id: original.id } });
  for (const one of [edit("Newest", 20), edit("Older", 10), revoke, edit("Too late", 30)])
    await take(waypost, { messages: [one] });
  const edited = { content: { body: "Newest" }, edits: [{ content: { body: "Hi" } }] };
  expect(await recordOf(waypost, original.id)).toMatchObject(edited);
});

test("an edit and a revocation that overtake their message are applied when it comes", async () => {
  const [original, edit, revoke] = [message("16505550112"), message("16505550112"), message("16505550112")];
  const words = { original_message_id: original.id, message: { type: "text", text: { body: "Hello" } } };
  await take(waypost, {
    messages: [{ ...revoke, type: "revoke", revoke: { original_message_id: original.id } }],
  });
  await take(waypost, { messages: [{ ...edit, type: "edit", edit: words }] });
  expect(await recordOf(waypost, original.id)).toBeNull();
  await take(waypost, { messages: [original] });
  expect(await recordOf(waypost, original.id)).toMatchObject({
    content: { body: "Hello" },
    edits: [{ content: { body: "Hi" } }],
    deleted_at: expect.any(String),
  });
  expect(await waypost.sql`select from early_revisions`).toHaveLength(0);
});

test("somebody who changes the number stays one contact, also when the new number has written before", async () => {
  const [before, after] = [message("16505550103"), message("16505550104")];
  await take(waypost, { messages: [before, after], ...named("16505550103", "Ada") });
  const system = message("16505550103", {
    type: "system",
    system: { type: "user_changed_number", wa_id: "16505550104", body: "changed" },
  });
  for (let time = 0; time < 3; time++) await take(waypost, { messages: [system] });
  const contact = await contactOf("16505550104");
  expect(contact).toMatchObject({ phone_number: "+16505550104" });
  expect(await contactOf("16505550103")).toBeUndefined();
  const [one, other] = [await recordOf(waypost, before.id), await recordOf(waypost, after.id)];
  expect([one.contact_id, other.contact_id]).toEqual([contact?.id, contact?.id]);
  expect(one.conversation_id).toBe(other.conversation_id);
  expect(await recordOf(waypost, system.id)).toMatchObject({
    ...{ type: "system", contact_id: contact?.id, conversation_id: one.conversation_id },
  });
});

test("a number and a user id that turn out to be one person become one contact", async () => {
  const { from, ...anonymous } = message("", { type: "text", text: { body: "Hi" }, from_user_id: "US.1" });
  const phone = message("16505550105");
  await take(waypost, { messages: [anonymous, phone] });
  expect((await contactOf("US.1"))?.id).not.toBe((await contactOf("16505550105"))?.id);
  await take(waypost, { messages: [{ ...message("16505550105"), from_user_id: "US.1" }] });
  expect((await contactOf("US.1"))?.id).toBe((await contactOf("16505550105"))?.id);
});

test("a contact's name follows the profile until somebody gives it another", async () => {
  const write = (name: string) =>
    take(waypost, { messages: [message("16505550106")], ...named("16505550106", name) });
  await write("Ada");
  await write("Ada L.");
  const contact = await contactOf("16505550106");
  expect(contact?.name).toBe("Ada L.");
  expect(await matching("contact.updated", { contact_id: contact?.id })).toHaveLength(2);
  await waypost.sql`update contacts set name = 'Countess' where id = ${contact?.id}`;
  await write("Ada Lovelace");
  expect((await contactOf("16505550106"))?.name).toBe("Countess");
});

test("an echo is an outbound record that opens no service window", async () => {
  const record = await received({ from: "16505550107", kind: "echo", content: { body: "From my phone" } });
  expect(record).toMatchObject({
    direction: "outbound",
    to: "16505550107",
    content: { body: "From my phone" },
    author: { kind: "phone", id: null, name: null },
  });
  const [conversation] =
    await waypost.sql`select last_inbound_at from conversations where id = ${record.conversation_id}`;
  expect(conversation?.last_inbound_at).toBeNull();
  expect(await matching("message.new", { message_id: record.id, direction: "outbound" })).toHaveLength(1);
});

test("an order gets a number and an event", async () => {
  const record = await received({ from: "16505550108", kind: "order" });
  const [event] = await matching("commerce.order.updated", { message_id: record.id });
  expect(event?.body).toMatchObject({ order_no: "1", status: "created", payment_status: "pending" });
});

test("who stops marketing messages is suppressed until they resume them", async () => {
  await take(waypost, { messages: [message("16505550109")] });
  const wish = (value: string) =>
    take(
      waypost,
      {
        user_preferences: [
          { wa_id: "16505550109", category: "marketing_messages", value, timestamp: 1763717400 },
        ],
      },
      "user_preferences",
    );
  const suppressions = async () =>
    await waypost.sql`select reason from suppressions where contact_id = ${(await contactOf("16505550109"))?.id}`;
  for (let time = 0; time < 3; time++) await wish("stop");
  expect((await suppressions()).map(({ reason }) => reason)).toEqual(["marketing_stopped"]);
  await wish("resume");
  expect(await suppressions()).toHaveLength(0);
});

test("news of the account and its numbers change the channel", async () => {
  const channel = async () => (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body;
  await waypost.sql`update channels set settings = '{"rate":{"per_second":80}}'`;
  const upgrade = () =>
    take(waypost, { event: "THROUGHPUT_UPGRADE", current_limit: "TIER_10K" }, "phone_number_quality_update");
  await upgrade();
  const upgraded = { messaging_limit: "TIER_10K", settings: { rate: { per_second: 1000 } } };
  expect(await channel()).toMatchObject(upgraded);
  // somebody chose less than the standard
  await waypost.sql`update channels set settings = '{"rate":{"per_second":20}}'`;
  await upgrade();
  expect((await channel()).settings.rate.per_second).toBe(20);
  await take(waypost, { event: "FLAGGED" }, "phone_number_quality_update");
  expect((await channel()).quality_rating).toBe("RED");
  await take(waypost, { max_daily_conversations_per_business: "TIER_2K" }, "business_capability_update");
  expect((await channel()).messaging_limit).toBe("TIER_2K");
  const restriction_info = [
    { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: 4070908800 },
  ];
  await take(waypost, { event: "ACCOUNT_RESTRICTION", restriction_info }, "account_update");
  expect(await channel()).toMatchObject({
    status: "restricted",
    status_reason: expect.stringContaining("RESTRICTED"),
  });
  const [lane] = await waypost.sql`select paused_until from lanes where kind = 'channel'`;
  expect(lane?.paused_until).toEqual(new Date(4070908800_000));
  await take(waypost, { event: "ACCOUNT_RECONNECTED" }, "account_update");
  expect(await channel()).toMatchObject({ status: "connecting", status_reason: null });
});

/** The record of what somebody writes, once nothing of it waits. */
async function received(body: object) {
  const { provider_message_id } = await receive(waypost, body);
  await processed(waypost);
  return await recordOf(waypost, provider_message_id);
}
