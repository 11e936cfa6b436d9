import { objects } from "../../../../lib/objects.ts";
import type { Inbound, Known } from "../../../inbound.ts";
import { identities } from "../identities.ts";
import { field, type Json, object, text } from "../values.ts";

/** The field `smb_app_state_sync`: the address book of the business's phone. Whom it forgets stays a contact. */
export function readAddressBook(value: Json): Inbound[] {
  const entries = objects(value.state_sync).filter(
    (one) => one.type === "contact" && one.action !== "remove",
  );
  return about(value, [...namedIn(value), ...entries.flatMap(({ contact }) => readContact(object(contact)))]);
}

/** People whom the call names beside its messages. */
export function namedIn(value: Json): Known[] {
  return objects(value.contacts).flatMap((one) =>
    known(one.wa_id, one.user_id, text(field(one.profile, "name"))),
  );
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
