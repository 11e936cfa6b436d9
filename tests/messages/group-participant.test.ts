/** Who wrote in a group, by the address that they have there. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
beforeAll(async () => {
  const known = [
    ["org_other", "phone", "14155550101", "ct_other"],
    ["org_test", "phone", "14155550101", "ct_phone"],
    ["org_test", "lid", "14155550101", "ct_lid"],
    ["org_test", "phone", "14155550102", "ct_another"],
  ].map(([organization_id, type, value, contact_id]) => ({ organization_id, type, value, contact_id }));
  await database.sql`insert into contact_identities ${database.sql(known)}`;
});

test.each([
  ["14155550101@s.whatsapp.net", "ct_phone"],
  ["14155550101@lid", "ct_lid"],
  ["14155550103@s.whatsapp.net", null],
])("%s is the contact %s", async (participant, contact) => {
  const [row] = await database.sql`select participant_contact('org_test', ${participant}) as contact`;
  expect(row?.contact).toBe(contact);
});
