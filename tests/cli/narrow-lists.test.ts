/** Lists on narrow terminals: no line is too long, whatever is in them, and what matters most is shown. */
import { expect, test } from "bun:test";
import { auditColumns } from "../../cli/commands/audit/audit.ts";
import { channelColumns } from "../../cli/commands/channels/columns.ts";
import { lookupColumns } from "../../cli/commands/channels/lookup.ts";
import {
  changeColumns,
  contactColumns,
  identityColumns,
  noteColumns,
  suppressionColumns,
  tagColumns,
} from "../../cli/commands/contacts/columns.ts";
import { conversationColumns } from "../../cli/commands/conversations/columns.ts";
import { deliveryColumns } from "../../cli/commands/deliveries/columns.ts";
import { endpointColumns } from "../../cli/commands/endpoints/columns.ts";
import { eventColumns } from "../../cli/commands/events/print.ts";
import { importColumns } from "../../cli/commands/imports/columns.ts";
import { failedColumns } from "../../cli/commands/inbound/columns.ts";
import { keyColumns } from "../../cli/commands/keys/columns.ts";
import { messageColumns } from "../../cli/commands/messages/columns.ts";
import { orderColumns } from "../../cli/commands/orders/columns.ts";
import { profileColumns } from "../../cli/commands/profiles/list.ts";
import { templateColumns } from "../../cli/commands/templates/columns.ts";
import { invitationColumns, userColumns } from "../../cli/commands/users/columns.ts";
import type { Column } from "../../cli/lib/output/column.ts";
import { formatTable } from "../../cli/lib/output/table.ts";
import { createStyle } from "../../cli/lib/text/style.ts";

const ULID = "01M81XJ5Q900000004058C8ABC";
const AGO = new Date(Date.now() - 3 * 3600_000).toISOString();
const NAME = "Bäckerei Konditorei Müller-Lüdenscheidt GmbH";
const EMAIL = "maria.mueller-luedenscheidt@baeckerei.example.com";
const TEXT = "Your table for four by the window is ready, see you at half past seven this evening!";

const IDS = {
  ...{ id: `xx_${ULID}`, channel_id: `ch_${ULID}`, contact_id: `ct_${ULID}`, record_id: `ct_${ULID}` },
  ...{ related_record_id: `dl_${ULID}`, endpoint_id: `ep_${ULID}`, message_id: `evt_${ULID}` },
};
const TIMES = {
  ...{ created_at: AGO, updated_at: AGO, started_at: AGO, failed_at: AGO, received_at: AGO },
  ...{ last_used_at: AGO, expires_at: AGO, added_at: AGO, due_at: AGO, until: AGO },
};
/** Long values, as there are, for whatever a list shows. */
const LONG = {
  ...{ ...IDS, ...TIMES, name: NAME, display_name: NAME, email: EMAIL, created_by: EMAIL },
  ...{ phone_number: "+491511234567890", to: "491511234567890", value: "+491511234567890" },
  ...{ contact: { name: NAME, phone_number: "+491511234567890" }, last_message: { preview: TEXT } },
  ...{ text: TEXT, body: TEXT, reason: "the person asked us to stop in the shop", author: "Grace Hopper" },
  ...{ tags: ["newsletter", "vip"], status: "connected", type: "interactive", unread_count: 12 },
  ...{ detail: { name: ["Ada", NAME] }, action: "contact.updated", channel: "whatsapp", source: "form" },
  ...{ records: 1_000_000, created: 523_456, updated: 423_456, unchanged: 12_345, duplicates: 4321 },
  ...{ refused: 1234, file_name: "customers-export-2026-11-22.xlsx", kind: "company", entries: 12_345 },
  ...{ stages: ["New", "Negotiation", "Offer sent", "Won", "Lost"].map((name) => ({ name })) },
  ...{ order_no: "O-2026-004711", payment_status: "awaiting_payment", platform: "whatsapp_unofficial" },
  ...{ sandbox: true, language: "en_US", category: "MARKETING", enabled: true, role: "admin" },
  ...{ url: "https://hooks.example.com/services/waypost/production/messages", disabled: false },
  ...{ event_type: "message.status_update", response_status: 503, duration_ms: 15_012, verified: true },
  ...{ last4: "abcd", permissions: ["messages:send", "messages:read", "contacts:write"], attempts: 8 },
};
const AUDITED = {
  ...{
    created_at: AGO,
    actor: { type: "user", id: crypto.randomUUID() },
    action: "contact.updated",
    address: "203.0.113.7",
  },
  ...{ target: { type: "contact", id: `ct_${ULID}` }, changes: { name: ["Ada", NAME] } },
};
const PROFILE = { name: NAME, current: true, url: "https://waypost.example.com", key: "wp_…abcd" };
const LOOKED_UP = {
  ...{ phone: "491511234567890", exists: true, wa_id: "491511234567890", lid: "123456789012345@lid" },
  ...{ name: NAME, business: true, about: TEXT },
};
const FAILED = { ...LONG, status: "failed", error: { code: "recipient_unreachable" } };
const EVENT = { ...LONG, type: "message.status_update", body: { text: TEXT } };

/** What 60 columns must show, by headings. */
const LISTS: [list: string, columns: unknown, row: object, shown: string[]][] = [
  ["messages", messageColumns, FAILED, ["STATUS", "NAME", "NUMBER", "TEXT"]],
  ["conversations", conversationColumns, LONG, ["NAME", "NUMBER", "UNREAD", "TEXT"]],
  ["contacts", contactColumns, LONG, ["ID", "NUMBER", "NAME"]],
  ["notes", noteColumns, LONG, ["ID", "CREATED", "BODY"]],
  ["tags", tagColumns, LONG, ["NAME"]],
  ["identities", identityColumns, LONG, ["TYPE", "VALUE"]],
  ["suppressions", suppressionColumns, LONG, ["CHANNEL", "REASON", "UNTIL"]],
  ["history", changeColumns, LONG, ["CREATED", "ACTION", "DETAILS"]],
  [
    "imports",
    importColumns,
    { ...LONG, status: "completed", ambiguous_numbers: { count: 1234, examples: [] } },
    ["ID", "STATUS", "RECORDS", "REFUSED", "FILE"],
  ],
  ["orders", orderColumns, { ...LONG, status: "completed" }, ["NUMBER", "STATUS", "PAYMENT"]],
  ["channels", channelColumns, { ...LONG, status: "disconnected" }, ["ID", "STATUS", "NAME", "NUMBER"]],
  ["templates", templateColumns, { ...LONG, status: "approved" }, ["ID", "NAME", "LANGUAGE", "STATUS"]],
  ["endpoints", endpointColumns, LONG, ["ID", "STATE", "URL"]],
  ["deliveries", deliveryColumns, { ...LONG, status: "exhausted" }, ["ID", "STATUS", "EVENT", "ANSWER"]],
  ["events", eventColumns, EVENT, ["ID", "TYPE", "CREATED"]],
  ["inbound", failedColumns, LONG, ["ID", "CHANNEL", "REASON"]],
  ["keys", keyColumns, LONG, ["ID", "NAME", "LAST4", "PERMISSIONS"]],
  ["users", userColumns, LONG, ["ID", "EMAIL", "ROLE", "DISABLED"]],
  ["audit", auditColumns, AUDITED, ["TIME", "WHO", "ACTION", "TARGET"]],
  ["profiles", profileColumns, PROFILE, ["NAME", "CURRENT", "URL"]],
  ["numbers looked up", lookupColumns, LOOKED_UP, ["NUMBER", "EXISTS", "NAME"]],
  ["invitations", invitationColumns, LONG, ["ID", "EMAIL", "ROLE", "EXPIRES"]],
];

test.each(LISTS)("%s on 60 and 80 columns", (_, columns, row, shown) => {
  for (const width of [60, 80]) {
    const size = { width, style: createStyle(false), heading: true };
    // a row has what its columns ask for, and of other lists' rows besides
    const { text } = formatTable([row], columns as Column<object>[], size);
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((line) => Bun.stringWidth(line) > width)).toEqual([]);
    expect(lines[0]?.split(/ +/)).toEqual(expect.arrayContaining(shown));
  }
});
