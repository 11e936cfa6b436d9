import type { ApiRecord } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { isObject } from "../../lib/objects.ts";

/** Whom a message goes to, as `POST /v1/messages` takes it. */
export type Recipient = { to: string } | { recipient: string };

/** Ids of groups from before and after 2021, without their domain. */
const GROUP = /^(\d{5,16}-\d{8,12}|120363\d{10,16})$/;
const PERSON = /^(\d{5,20})(?::\d{1,3})?@(?:s\.whatsapp\.net|c\.us)$/;

/** The person or group that a client names by a JID, a number in any notation, or an id of Meta's. Throws 422 for others. */
export function recipientOf(given: string): Recipient {
  const name = given.trim();
  const [, digits] = PERSON.exec(name) ?? [];
  if (digits !== undefined) return { to: digits };
  if (/^\d{5,20}(:\d{1,3})?@lid$/.test(name)) return { recipient: name.replace(/:\d+/, "") };
  if (GROUP.test(name)) return { recipient: `${name}@g.us` };
  const [, group] = /^(.+)@g\.us$/.exec(name) ?? [];
  // ids of Meta's have no domain, but clients put one behind them
  if (group !== undefined) return { recipient: /^[\d-]+$/.test(group) ? name : group };
  if (/@(broadcast|newsletter)$/.test(name))
    throw problem(
      422,
      "unsupported_recipient",
      "status updates and channels of WhatsApp are not sent to here",
    );
  return /[A-Za-z]/.test(name) ? { recipient: name } : { to: name };
}

/** The id of a group that a client names, with its domain or without. */
export function groupOf(given: string): string {
  const recipient = recipientOf(given);
  if ("recipient" in recipient && !recipient.recipient.endsWith("@lid")) return recipient.recipient;
  throw problem(422, "invalid_request", "expected the id of a group, such as 120363041234567890@g.us");
}

/** How a client's form names people: `…@s.whatsapp.net` in Baileys' form, `…@c.us` in WhatsApp Web's. */
export type Domain = "s.whatsapp.net" | "c.us";

/** The JID of a number or id. */
export function jidOf(address: string, domain: Domain): string {
  const plain = address.replace(/^\+/, "").replace(/@(s\.whatsapp\.net|c\.us)$/, "");
  return /^\d+$/.test(plain) ? `${plain}@${domain}` : plain;
}

/** The JID of the chat that a message is in, by its record. */
export function chatOf(message: ApiRecord, domain: Domain): string {
  const contact = isObject(message.contact) ? message.contact : {};
  const { group_id, to, from_phone, recipient, from_user_id } = message;
  const known = group_id ?? to ?? from_phone ?? contact.phone_number ?? recipient ?? from_user_id;
  return jidOf(String(known ?? message.contact_id ?? ""), domain);
}

/** Who wrote a message in a group, by its record; undefined elsewhere, and for what the number wrote itself. */
export function authorOf(message: ApiRecord, domain: Domain): string | undefined {
  const { group, direction, from_phone, from_user_id } = message;
  if (!isObject(group) || direction !== "inbound") return undefined;
  const author = group.participant ?? from_user_id ?? from_phone;
  return author === null || author === undefined ? undefined : jidOf(String(author), domain);
}
