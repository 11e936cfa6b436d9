import { findHealthOf } from "../../daemon/channels/health/watch.ts";
import { newMessageId } from "../../daemon/lib/ids.ts";
import { expectHealth } from "../../db/channels/health.ts";
import { spendPairingLinks } from "../../db/channels/pairing-links.ts";
import { handOver } from "../../db/conversations/handover.ts";
import { closeHole } from "../../db/holes/holes.ts";
import { importFile } from "../imports/support.ts";
import { PHONE, take } from "../inbound/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { definition } from "../templates/support.ts";
import { approvalCauses } from "./causes-approvals.ts";
import { broadcastCauses } from "./causes-broadcasts.ts";
import { budgetCauses } from "./causes-budgets.ts";
import { crmCauses } from "./causes-crm.ts";
import { endpointCauses } from "./causes-endpoints.ts";

/** Makes an event happen, in every way that its body differs. */
export type Cause = () => Promise<unknown>;

/** What makes each event happen: calls that anybody could make. `stop` ends the receiver of what is delivered. */
export function allCauses(waypost: TestDaemon): { causes: Record<string, Cause>; stop(): Promise<void> } {
  const { causes, stop } = endpointCauses(waypost);
  return {
    causes: {
      ...{ ...messageCauses(waypost), ...crmCauses(waypost) },
      ...{ ...broadcastCauses(waypost), ...budgetCauses(waypost), ...approvalCauses(waypost), ...causes },
    },
    stop,
  };
}

const person = { from: "14155556002", timestamp: "1763717400" };
const order = { catalog_id: "1", text: "", product_items: [{ product_retailer_id: "a", quantity: 1 }] };

function messageCauses(waypost: TestDaemon): Record<string, Cause> {
  const post = async (path: string, body: object = {}) => (await waypost.call("POST", path, body)).body;
  const hear = (id: string, more: object) => take(waypost, { messages: [{ ...person, id, ...more }] });
  const account = (news: object) => take(waypost, news, "account_update");
  const conversation = async () => {
    await send("read");
    const { body } = await waypost.call("GET", "/v1/conversations");
    return `/v1/conversations/${body.data[0].id}`;
  };

  /** Sends a message and waits until it is as said. */
  async function send(end: "read" | "failed", to = "14155556001"): Promise<void> {
    const metadata = end === "failed" ? { booking: 7 } : undefined;
    const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hi" }, metadata };
    await waypost.until((await post("/v1/messages", message)).id, end);
  }

  /** A message of a paired number, or a copy of it, as it is stored. */
  async function hearUndecrypted(type: string, content: object): Promise<void> {
    const identity = { identity_type: "phone", identity_value: person.from, from_phone: person.from };
    const message = { id: newMessageId(), provider_message_id: "undecrypted", direction: "inbound" };
    const received = [{ ...message, ...identity, type, content: JSON.stringify(content), at: new Date() }];
    const { organizationId, channelId } = waypost;
    await waypost.sql`
      select receive_messages(${organizationId}, ${channelId}, ${JSON.stringify(received)}::text::json)`;
  }

  /** A call to a paired number that nobody took, as it is stored. */
  async function missCall(status: "missed" | "rejected"): Promise<void> {
    const unanswered = { user_id: "187240155021834@lid", group_id: null };
    const call = {
      ...{ call_id: crypto.randomUUID(), remembered: newMessageId(), status, unanswered, at: new Date() },
      ...{ type: "phone", value: person.from, direction: "inbound", seconds: null },
    };
    const { organizationId, channelId } = waypost;
    await waypost.sql`select tell_call(${organizationId}, ${channelId}, ${JSON.stringify(call)}::text::json)`;
  }

  return {
    "message.new": () => hear("wamid.new", { type: "text", text: { body: "Hello" } }),
    "message.decrypted": async () => {
      await hearUndecrypted("undecryptable", { undecryptable: true, reason: "no_session" });
      await hearUndecrypted("text", { body: "Hello" });
    },
    "message.sent": () => send("read"),
    "message.status_update": async () => {
      await send("read");
      await send("failed", "+15550000101");
    },
    "call.status_update": () => {
      const call = { id: "wacid.1", event: "connect", direction: "USER_INITIATED" };
      return take(waypost, { calls: [{ ...person, ...call }] }, "calls");
    },
    "call.missed": () => missCall("missed"),
    "call.rejected": () => missCall("rejected"),
    "conversation.updated": async () => {
      const path = await conversation();
      await waypost.call("PATCH", path, { status: "closed" });
      await post(`${path}/tags`, { names: ["vip"] });
      await hear("wamid.edited", { type: "text", text: { body: "Hello" } });
      const words = { type: "text", text: { body: "Hello!" } };
      await hear("wamid.edit", {
        type: "edit",
        edit: { original_message_id: "wamid.edited", message: words },
      });
    },
    "conversation.handover": async () => {
      const { from, timestamp } = person;
      const message = { ...person, id: "wamid.agent", type: "text", text: { body: "Hello" } };
      await take(waypost, { standby: { messages: [message] } }, "standby");
      const control = {
        metadata: "They ask for a person",
        conversation_context: { type: "summary", summary: { text: "They want a table." } },
      };
      const value = {
        type: "control_passed",
        control_passed: control,
        timestamp: `${Number(timestamp) + 1}`,
      };
      const sides = { sender: { phone_number: from }, recipient: { phone_number_id: PHONE.id } };
      await take(waypost, { ...sides, ...value }, "messaging_handovers");
      const { organizationId, sql } = waypost;
      const [{ id } = { id: "" }] = await sql<
        { id: string }[]
      >`select id from conversations where handed_over_at is not null`;
      const given = { id: newMessageId(), holder: "agent" as const, by: "key_1", content: "{}" };
      await handOver(sql, organizationId, id, given);
    },
    "conversation.held": async () => {
      await post(`${await conversation()}/hold`, {});
    },
    "conversation.released": async () => {
      const path = await conversation();
      await post(`${path}/hold`, {});
      await post(`${path}/release`, {});
    },
    "conversation.filled": async () => {
      const [conversationId, { organizationId, channelId, sql }] = [
        (await conversation()).slice(18),
        waypost,
      ];
      // with messages that came, and without
      for (const reached of [null, new Date()]) {
        const id = crypto.randomUUID();
        await sql`
          insert into web_holes (organization_id, id, channel_id, conversation_id, since, until)
          values (${organizationId}, ${id}, ${channelId}, ${conversationId}, now() - interval '1 hour', now())`;
        await sql`update messages set imported_from = 'phone' where conversation_id = ${conversationId}`;
        await closeHole(sql, { organizationId, channelId }, id, {
          reached,
          ids: [newMessageId(), newMessageId()],
        });
      }
    },
    "conversation.note_created": async () => {
      const path = `${await conversation()}/notes`;
      await post(path, { body: "They want the table by the window." });
      const { id } = (await waypost.call("GET", "/v1/conversations/colleagues")).body.data[0] ?? {};
      await post(path, { body: "Ask them", mentions: id === undefined ? [] : [id] });
    },
    "conversation.merged": async () => {
      const contacts: string[] = [];
      for (const to of ["14155556005", "14155556006"]) {
        await send("read", to);
        contacts.push((await waypost.call("GET", `/v1/contacts/phone/${to}`)).body.id);
      }
      await post(`/v1/contacts/${contacts[0]}/merge`, { contact_id: contacts[1] });
    },
    "channel.updated": async () => {
      const { body } = await waypost.call("POST", "/v1/channels", {
        platform: "whatsapp_unofficial",
        name: "Desk",
      });
      await waypost.call("PATCH", `/v1/channels/${body.id}`, {
        name: "Front desk",
        settings: { paused: true },
      });
      await waypost.call("DELETE", `/v1/channels/${body.id}`);
    },
    "channel.status_changed": () =>
      account({ event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SPAM" } }),
    "channel.logged_out": async () => {
      await account({ event: "PARTNER_REMOVED" });
      await account({ event: "ACCOUNT_RECONNECTED" });
      await post(`/v1/channels/${waypost.channelId}/check`);
    },
    "channel.health_changed": async () => {
      const { organizationId, channelId, sql } = waypost;
      const key = { organizationId, channelId };
      for (const rating of ["RED", "GREEN"]) {
        await sql`update channels set quality_rating = ${rating} where id = ${channelId}`;
        await expectHealth(sql, key);
        await findHealthOf(sql, [key]);
      }
    },
    "channel.alerted": async () => {
      for (const alert_type of ["OBA_APPROVED", "OBA_REJECTED", "SOMETHING_NEW"])
        await take(waypost, { entity_type: "BUSINESS", alert_info: { alert_type } }, "account_alerts");
      const alert_info = { alert_type: "PROFILE_PICTURE_LOST", alert_description: "It is gone." };
      await take(waypost, { entity_type: "PHONE_NUMBER", alert_info }, "account_alerts");
    },
    "channel.username_changed": async () => {
      const path = `/v1/channels/${waypost.channelId}/username`;
      await waypost.call("PUT", path, { username: "blue.door.cafe" });
      await waypost.call("DELETE", path);
    },
    "channel.link_used": async () => {
      const { organizationId, sql } = waypost;
      const { id } = await post("/v1/channels", { platform: "whatsapp_unofficial", name: "By link" });
      for (const number of [null, "+15557010003"]) {
        await post(`/v1/channels/${id}/links`);
        await sql`update channels set phone_number = ${number} where id = ${id}`;
        await sql`update pairing_links set begun = 1 where channel_id = ${id}`;
        await spendPairingLinks(sql, organizationId, id);
      }
    },
    "channel.number_changed": async () => {
      const { organizationId, sql } = waypost;
      const { id } = await post("/v1/channels", { platform: "whatsapp_unofficial", name: "Counter" });
      await sql`update channels set phone_number = '+15557010001' where id = ${id}`;
      for (const waiting of ["cancelled", "kept"])
        await sql`select change_channel_number(${organizationId}, ${id}, '+15557010002', null, ${waiting})`;
    },
    "contact.updated": () => post("/v1/contacts", { phone_number: "+14155556003" }),
    "contact.erased": async () => {
      const { id } = await post("/v1/contacts", { phone_number: "+14155556004" });
      await post(`/v1/contacts/${id}/erase`, { reason: "They asked for it.", at_once: true });
    },
    "template.status_update": async () => {
      const made = await post("/v1/templates", { channel_id: waypost.channelId, ...definition("reviewed") });
      await post(`/v1/templates/${made.id}/submit`);
      await waypost.call("DELETE", `/v1/templates/${made.id}`);
    },
    "commerce.order.updated": async () => {
      await hear("wamid.order", { type: "order", order });
      const { body } = await waypost.call("GET", "/v1/orders");
      await waypost.call("PATCH", `/v1/orders/${body.data[0].id}`, { status: "confirmed" });
    },
    "crm.import.progressed": () => {
      const lines = Array.from({ length: 1000 }, (_, index) => `+49151000${10_000 + index}`);
      return importFile(waypost, `phone\n${lines.join("\n")}\n`);
    },
    "crm.import.committed": async () => {
      await importFile(waypost, "phone\n+4915100000001\n");
      await importFile(waypost, "phone\nx\n", "?on_error=stop");
    },
  };
}
