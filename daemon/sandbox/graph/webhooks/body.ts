import { ownNumber } from "../../memory/own-number.ts";
import type { Phone } from "../accounts/phone.ts";
import type { Pricing } from "../billing/biller.ts";
import type { Accepted } from "../messages/message-log.ts";
import { recipientOf, type Status } from "../messages/recipients.ts";
import { conversationOf } from "./conversation.ts";

/** An inbound message object, kept as its sender gave it: `IncomingMessage` in Meta's OpenAPI file. */
export type InboundMessage = Record<string, unknown>;

export type Report =
  /** `member`: of one of the people of a group. */
  /** `standby`: of a conversation that the app does not hold. */
  | {
      kind: "status";
      phone: Phone;
      call: Accepted;
      status: Status;
      at: number;
      pricing: Pricing | undefined;
      member?: string;
      standby?: true;
    }
  | {
      kind: "message";
      phone: Phone;
      from: string;
      name: string;
      username?: string;
      message: InboundMessage;
      standby?: true;
    }
  /** A change of the account, not of one of its numbers: templates, quality, restrictions. */
  | { kind: "change"; wabaId: string; field: string; value: object };

const ERROR_CODES = "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/";

const UNDELIVERABLE = {
  code: 131026,
  title: "Message undeliverable",
  message: "Message undeliverable",
  error_data: { details: "Message Undeliverable." },
  href: ERROR_CODES,
};

const ENOUGH_MARKETING = {
  code: 131049,
  title: "This message was not delivered to maintain healthy ecosystem engagement.",
  message: "This message was not delivered to maintain healthy ecosystem engagement.",
  error_data: {
    details: "In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
  },
  href: ERROR_CODES,
};

/**
 * The body of one webhook: an entry per business account, in it a change per number, for statuses and
 * for messages apart (`WebhookPayload` in Meta's OpenAPI file). Everything outside ASCII is escaped,
 * because that is the form Meta sends and signs. `version` is that of the app's webhooks.
 */
export function webhookBody(reports: readonly Report[], version: string): string {
  const entries = new Map<string, Entry>();
  function entryOf(wabaId: string): Entry {
    const entry: Entry = entries.get(wabaId) ?? { id: wabaId, changes: [] };
    entries.set(wabaId, entry);
    return entry;
  }
  for (const group of grouped(reports.filter(isOfNumber))) {
    entryOf(group.phone.wabaId).changes.push(changeOf(group, version));
  }
  for (const { wabaId, field, value } of reports.filter(isChange)) {
    const entry = entryOf(wabaId);
    entry.time = Math.floor(Date.now() / 1_000);
    entry.changes.push({ value, field });
  }
  return ascii(JSON.stringify({ object: "whatsapp_business_account", entry: [...entries.values()] }));
}

/** An inbound text message as WhatsApp reports it. */
export function textFrom(from: string, id: string, body: string, at: number): InboundMessage {
  return { ...sender(from), id, timestamp: seconds(at), type: "text", text: { body } };
}

/** Who wrote: a number, or the user id of somebody who hides theirs. */
export function sender(from: string): object {
  return isUserId(from) ? { from_user_id: from } : { from };
}

export function isUserId(person: string): boolean {
  return !/^[0-9]+$/.test(person);
}

/** Unix seconds as a string, which is how every timestamp of a webhook is written. */
export function seconds(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1_000));
}

/** `time` is there only in reports about the account. */
type Entry = { id: string; time?: number; changes: unknown[] };
type Change = Extract<Report, { kind: "change" }>;
type NumberReport = Exclude<Report, Change>;
type Group = { phone: Phone; standby: boolean; reports: NumberReport[] };

/** The business account a report is of. */
export function accountOf(report: Report): string {
  return report.kind === "change" ? report.wabaId : report.phone.wabaId;
}

/** The field that a report is sent in. */
export function fieldOf(report: Report): string {
  if (report.kind === "change") return report.field;
  return report.standby === true ? "standby" : "messages";
}

function isChange(report: Report): report is Change {
  return report.kind === "change";
}

function isOfNumber(report: Report): report is NumberReport {
  return report.kind !== "change";
}

/** Statuses of one number share a change; an inbound message has one of its own, with its contact. */
function grouped(reports: readonly NumberReport[]): Group[] {
  const statuses = new Map<string, Group>();
  const groups: Group[] = [];
  for (const report of reports) {
    const standby = report.standby === true;
    const key = `${report.phone.id} ${standby}`;
    const open = report.kind === "status" ? statuses.get(key) : undefined;
    if (open !== undefined) {
      open.reports.push(report);
      continue;
    }
    const group: Group = { phone: report.phone, standby, reports: [report] };
    groups.push(group);
    if (report.kind === "status") statuses.set(key, group);
  }
  return groups;
}

/** What happens in a conversation of somebody else's is a part of the value (Meta, "Standby webhooks"). */
function changeOf(group: Group, version: string): object {
  const { messaging_product, metadata, ...rest } = value(group, version);
  return group.standby
    ? { value: { messaging_product, metadata, standby: rest }, field: "standby" }
    : { value: { messaging_product, metadata, ...rest }, field: "messages" };
}

function value({ phone, reports }: Group, version: string): Record<string, unknown> {
  const metadata = { display_phone_number: phone.digits, phone_number_id: phone.id };
  const common = { messaging_product: "whatsapp", metadata };
  const first = reports[0];
  if (first?.kind === "message") {
    // A system message is about a person, not from one.
    if (first.message.type === "system") return { ...common, messages: [first.message] };
    const { from, name, username } = first;
    const profile = { name, ...(username === undefined ? {} : { username }) };
    const contact = { profile, ...(isUserId(from) ? { user_id: from } : { wa_id: from }) };
    return { ...common, contacts: [contact], messages: [first.message] };
  }
  return {
    ...common,
    statuses: reports.map((report) => (report.kind === "status" ? status(report, version) : report)),
  };
}

function status(report: Extract<Report, { kind: "status" }>, version: string): object {
  const { call, status: name, at, pricing, member } = report;
  return {
    id: call.wamid,
    status: name,
    timestamp: seconds(at),
    ...recipientIn(call, member),
    ...(call.callback === null ? {} : { biz_opaque_callback_data: call.callback }),
    ...(pricing === undefined ? {} : { ...conversationOf(call, name, version), pricing }),
    ...(name === "failed" ? { errors: [failureOf(call)] } : {}),
  };
}

/** The recipient; of a group also the one of its people whose status it is (Meta, "Group messages webhook reference"). */
function recipientIn({ to, byUserId, members }: Accepted, member: string | undefined): object {
  if (members !== null) {
    const id = { recipient_id: to, recipient_type: "group" };
    if (member === undefined) return id;
    return isUserId(member)
      ? { ...id, recipient_participant_user_id: member }
      : { ...id, recipient_participant_id: member };
  }
  return byUserId ? { recipient_user_id: to } : { recipient_id: ownNumber(to ?? "") };
}

function failureOf({ category, to }: Accepted): object {
  const hasEnough = category === "marketing" && recipientOf(to ?? "").marketing !== undefined;
  return hasEnough ? ENOUGH_MARKETING : UNDELIVERABLE;
}

function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
