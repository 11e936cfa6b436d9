/** Numbers that are also in the WhatsApp Business app: whom its phone knows. And voice calls. */

import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { eventsOf, processed, take } from "./support.ts";

const USER_ID = "US.13491208655302741918";
const waypost = sharedDaemon();

/** A contact by a number's digits, as far as it matters here. */
async function contactOf(digits: string) {
  const rows = await waypost.sql`
    select contact.id, contact.name, contact.phone_number,
      (select array_agg(type || ' ' || value order by type) from contact_identities as identity
        where identity.contact_id = contact.id) as identities
    from contacts as contact join contact_identities as known on known.contact_id = contact.id
    where known.type = 'phone' and known.value = ${digits}`;
  expect(rows.length).toBeLessThan(2);
  return rows[0] ?? null;
}

const notify = (kind: string, from: string, content: object = {}) =>
  control(waypost, "inbound", { kind, from, content });
const appears = (digits: string) => eventually(`contact with the number ${digits}`, () => contactOf(digits));

test("an address book makes contacts with their names, without an event", async () => {
  await notify("address_book", "16505550101", { full_name: "Ada Lovelace", user_id: USER_ID });
  expect(await appears("16505550101")).toMatchObject({
    name: "Ada Lovelace",
    phone_number: "+16505550101",
    identities: [`bsuid ${USER_ID}`, "phone 16505550101"],
  });
  expect(await eventsOf(waypost)).toEqual([]);
});

test("a history makes contacts and no messages, and the address book names them later", async () => {
  await notify("history", "16505550102");
  expect(await appears("16505550102")).toMatchObject({ name: null });
  expect(await waypost.sql`select from messages`).toHaveLength(0);
  await notify("address_book", "16505550102", { full_name: "Grace Hopper" });
  await eventually("contact of the new name", async () =>
    (await contactOf("16505550102"))?.name === "Grace Hopper" ? true : null,
  );
  await notify("address_book", "16505550102", { full_name: "Somebody else" });
  await processed(waypost);
  expect(await contactOf("16505550102")).toMatchObject({ name: "Grace Hopper" });
});

test("a contact known by a user id only stays the same when their number becomes known", async () => {
  const message = { id: "wamid.anonymous", timestamp: "1763717400", type: "text", text: { body: "Hi" } };
  await take(waypost, { messages: [{ ...message, from_user_id: "US.2" }] });
  const threads = [{ id: "16505550103", user_id: "US.2", messages: [] }];
  await take(waypost, { history: [{ metadata: { phase: 0 }, threads }] }, "history");
  const [known] = await waypost.sql`
    select contact_id from messages where provider_message_id = 'wamid.anonymous'`;
  expect(await contactOf("16505550103")).toMatchObject({ id: known?.contact_id });
});

test("a chat of somebody without a number, and a chunk that could not be shared, are taken", async () => {
  await take(
    waypost,
    { history: [{ errors: [{ code: 2593109 }] }, { threads: [{ id: "US.3", messages: [] }, { id: 7 }, 8] }] },
    "history",
  );
  const known = await waypost.sql`select from contact_identities where type = 'bsuid' and value = 'US.3'`;
  expect(known).toHaveLength(1);
});

test("whom the phone forgets stays a contact", async () => {
  const entry = { type: "contact", action: "remove", contact: { phone_number: "16505550101" } };
  await take(waypost, { state_sync: [entry] }, "smb_app_state_sync");
  expect(await contactOf("16505550101")).toMatchObject({ name: "Ada Lovelace" });
});

const calls = async () =>
  (await eventsOf(waypost)).filter(({ type }) => type === "call.status_update").map(({ body }) => body);

test("a call is reported when it rings and when it ends, each once", async () => {
  const { id: contact_id } = (await contactOf("16505550101")) ?? {};
  const call = { id: "wacid.in", from: "16505550101", to: "15550990100", direction: "USER_INITIATED" };
  const ringing = {
    ...call,
    event: "connect",
    timestamp: "1763717400",
    session: { sdp_type: "offer", sdp: "v=0" },
  };
  const ended = { ...call, event: "terminate", timestamp: "1763717460", status: "COMPLETED", duration: 42 };
  for (const one of [ringing, ringing, ended, ended]) await take(waypost, { calls: [one] }, "calls");
  const common = { call_id: "wacid.in", channel_id: waypost.channelId, contact_id, direction: "inbound" };
  expect(await calls()).toMatchObject([
    { ...common, phone: "16505550101", status: "ringing", duration_seconds: null },
    { ...common, status: "completed", duration_seconds: 42, updated_at: "2025-11-21T09:31:00.000Z" },
  ]);
});

test("a call of the business is reported by its statuses", async () => {
  const call = { id: "wacid.out", to: "16505550199", from: "15550990100", direction: "BUSINESS_INITIATED" };
  const status = { id: "wacid.out", type: "call", recipient_id: "16505550199", timestamp: "1763717400" };
  for (const one of ["RINGING", "ACCEPTED"])
    await take(waypost, { statuses: [{ ...status, status: one }] }, "calls");
  await take(waypost, { calls: [{ ...call, event: "connect", timestamp: "1763717401" }] }, "calls");
  await take(waypost, { calls: [{ ...call, event: "terminate", status: "FAILED" }] }, "calls");
  const reported = (await calls()).filter(({ call_id }) => call_id === "wacid.out");
  expect(reported.map(({ status }) => status)).toEqual(["ringing", "accepted", "failed"]);
  expect(reported[0]).toMatchObject({ contact_id: null, phone: "16505550199", direction: "outbound" });
});

test("the sandbox makes people call", async () => {
  await notify("call", "16505550104");
  await eventually("call of the number", async () =>
    (await calls()).some(({ phone }) => phone === "16505550104") ? true : null,
  );
});
