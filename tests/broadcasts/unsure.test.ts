/** Whose numbers a paired number asks WhatsApp about while people wait for their turn. */
import { expect, test } from "bun:test";
import { unsureOf } from "../../daemon/broadcasts/audience/number.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { WHATSAPP_WEB } from "../../daemon/providers/whatsapp-web/platform.ts";
import type { AudienceContact } from "../../db/broadcasts/audience.ts";

const contact = (
  id: string,
  account: AudienceContact["account"],
  phone_number: string | null = `+${id}`,
) => ({
  ...{ id, account, phone_number, name: null, email: null, external_id: null, custom_fields: "{}" },
  ...{ addresses: [], suppression: null, has_consent: true, is_free: false },
});
const CONTACTS = [
  contact("1", null),
  contact("2", "there"),
  contact("3", "absent_before"),
  contact("4", "absent"),
  contact("5", null),
  contact("6", null, null),
];
const people = CONTACTS.map(({ id }) => ({
  contact_id: id,
  reason: id === "5" ? "no_consent" : null,
  zone: "",
}));

test("those who get it, who were never asked about, or were absent when they were", () => {
  expect(unsureOf(CONTACTS, people, { platform: WHATSAPP_WEB })).toEqual(["1", "3"]);
});

test("nobody's on a platform that can't be asked", () => {
  expect(unsureOf(CONTACTS.slice(0, 2), people, { platform: CLOUD_API })).toEqual([]);
});
