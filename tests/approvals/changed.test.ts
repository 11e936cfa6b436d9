/** What changed after it was shown is not sent: the approval is refused, with the reason. */
import { expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { agentOf, sentTo } from "./support.ts";

const waypost = sharedDaemon();

const approve = (id: string) => waypost.call("POST", `/v1/approvals/${id}/approve`);

test("a recipient who opted out meanwhile", async () => {
  const { send } = await agentOf(waypost);
  const contact = (await waypost.call("POST", "/v1/contacts", { phone_number: "+14155560021" })).body;
  const { body } = await send("14155560021");
  const path = `/v1/contacts/${contact.id}/suppressions`;
  expect(
    (await waypost.call("POST", path, { channel: "whatsapp", reason: "opted out" })).status,
  ).toBeLessThan(300);
  const { body: decided } = await approve(body.id);
  expect(decided).toMatchObject({ status: "refused", message_id: null });
  expect(decided.reason).toStartWith("suppressed_recipient: ");
  expect(await sentTo(waypost, "14155560021")).toEqual([]);
});

test("a file that was deleted meanwhile", async () => {
  const { send } = await agentOf(waypost);
  const form = new FormData();
  form.append("file", new File(["Our menu"], "menu.txt", { type: "text/plain" }));
  const headers = { "x-api-key": waypost.key };
  const upload = await fetch(`${waypost.url}/v1/media`, { method: "POST", headers, body: form });
  const { id } = (await upload.json()) as { id: string };
  const { status, body } = await send("14155560022", { type: "document", content: { media_id: id } });
  expect([status, body.approval.message.content.media_id]).toEqual([202, id]);
  await waypost.call("DELETE", `/v1/media/${id}`);
  expect((await approve(body.id)).body).toMatchObject({ status: "refused", message_id: null });
});

test.each([
  ["revoked", (id: string) => waypost.call("DELETE", `/v1/api-keys/${id}`)],
  ["expired", (id: string) => waypost.sql`update api_keys set expires_at = now() where id = ${id}`],
])("a key that was %s meanwhile", async (ended, end) => {
  const { send, id } = await agentOf(waypost);
  const to = ended === "revoked" ? "14155560025" : "14155560026";
  const { body } = await send(to);
  await end(id);
  const reason = "key_revoked: the key that asked was revoked or has expired";
  expect((await approve(body.id)).body).toMatchObject({ status: "refused", message_id: null, reason });
  expect(await sentTo(waypost, to)).toEqual([]);
});

test("a channel that was deleted meanwhile", async () => {
  const { send } = await agentOf(waypost);
  const channel = { platform: "whatsapp_unofficial", name: "Paired" };
  const { id } = (await waypost.call("POST", "/v1/channels", channel)).body;
  const { body } = await send("14155560023", { channel_id: id });
  expect((await waypost.call("DELETE", `/v1/channels/${id}`)).status).toBe(204);
  const reason = "channel_not_found: the channel was deleted";
  expect((await approve(body.id)).body).toMatchObject({ status: "refused", message_id: null, reason });
});

test("a template that was edited meanwhile", async () => {
  const { send } = await agentOf(waypost);
  await defineTemplate(waypost, "news", "approved", {
    components: [{ type: "BODY", text: "Our menu is here." }],
  });
  const content = { template: { name: "news", language: { code: "en_US" } } };
  const { body } = await send("14155560024", { type: "template", content });
  expect(body.approval.preview.text).not.toBe("");
  await waypost.sql`
    update templates set components = '[{"type":"BODY","text":"Buy now!"}]' where name = 'news'`;
  const { body: decided } = await approve(body.id);
  expect(decided.status).toBe("refused");
  expect(decided.reason).toStartWith("changed_since_shown");
});

test("two contacts who turn out to be one are still written to at the number that was shown", async () => {
  const { send } = await agentOf(waypost);
  const { body } = await send("14155560025");
  const kept = (await waypost.call("POST", "/v1/contacts", { phone_number: "+14155560026" })).body;
  const gone = (await waypost.call("POST", "/v1/contacts", { phone_number: "+14155560025" })).body;
  const merged = await waypost.call("POST", `/v1/contacts/${kept.id}/merge`, { contact_id: gone.id });
  expect(merged.status).toBeLessThan(300);
  expect((await approve(body.id)).body.status).toBe("approved");
  expect(await sentTo(waypost, "14155560025")).toHaveLength(1);
  expect(await sentTo(waypost, "14155560026")).toEqual([]);
});
