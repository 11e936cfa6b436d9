import { objects } from "../../../lib/objects.ts";
import type { Inbound, Known } from "../../inbound.ts";
import { identities } from "./identities.ts";
import { field, type Json, object, text } from "./values.ts";

/**
 * The field `history`: chats from before a number came to the Cloud API, of a business that still uses the WhatsApp
 * Business app. The people are taken, the messages are not. Source: Meta, "Onboarding WhatsApp Business app users",
 * webhooks.
 */
export function readHistory(value: Json): Inbound[] {
  const threads = objects(value.history).flatMap((chunk) => objects(chunk.threads));
  return about(value, [...namedIn(value), ...threads.flatMap(readThread)]);
}

/** The field `smb_app_state_sync`: the address book of the business's phone. Whom it forgets stays a contact. */
export function readAddressBook(value: Json): Inbound[] {
  const entries = objects(value.state_sync).filter(
    (one) => one.type === "contact" && one.action !== "remove",
  );
  return about(value, [...namedIn(value), ...entries.flatMap(({ contact }) => readContact(object(contact)))]);
}

/** People whom the call names beside its messages. */
function namedIn(value: Json): Known[] {
  return objects(value.contacts).flatMap((one) =>
    known(one.wa_id, one.user_id, text(field(one.profile, "name"))),
  );
}

/** A chat is named by the person's number, or by their user id when they show none. */
function readThread(thread: Json): Known[] {
  const sent = objects(thread.messages).find((message) => text(message.from_user_id) !== null);
  const userId = thread.user_id ?? field(thread.context, "user_id") ?? sent?.from_user_id;
  return known(thread.id, userId, null);
}

function readContact(contact: Json): Known[] {
  return known(contact.phone_number, contact.user_id, text(contact.full_name) ?? text(contact.first_name));
}

function known(phone: unknown, userId: unknown, name: string | null): Known[] {
  const people = identities(phone, userId);
  if (people.length === 0) return [];
  const value = (type: string) => people.find((one) => one.type === type)?.value ?? null;
  return [{ kind: "known", phone: value("phone"), lid: null, bsuid: value("bsuid"), name: name || null }];
}

function about(value: Json, facts: Known[]): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  return phoneNumberId === null ? [] : [{ target: { phoneNumberId }, facts }];
}
