/** A user id where a number is expected, and what is no number: nobody gets what somebody else was to get. */
import { expect, test } from "bun:test";
import { reportedDigits } from "../../daemon/phone-numbers/reported.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { PHONE, take } from "./support.ts";

const waypost = sharedDaemon();
let serial = 1000;
const freshId = () => `BR.48219384726${++serial}`;
const freshNumber = () => `1650555${++serial}`;
const message = (members: object) => ({
  ...{ id: `wamid.ids.${++serial}`, timestamp: String(Math.floor(Date.now() / 1000)) },
  ...{ type: "text", text: { body: "hi" }, ...members },
});

/** The identities of somebody's contact, and where the next answer to them goes. */
async function known(value: string) {
  const rows = await waypost.sql`
    select identity.type, identity.value, identity.contact_id from contact_identities as identity
    where contact_id in (select contact_id from contact_identities where value = ${value}) order by 1`;
  const identities = rows.map(({ type, value: one }) => `${type} ${one}`);
  const body = { channel_id: waypost.channelId, contact_id: rows[0]?.contact_id, type: "text" };
  const sent = await waypost.call("POST", "/v1/messages", { ...body, content: { body: "Yes?" } });
  return { identities, to: sent.body.to, recipient: sent.body.recipient };
}

const byUserId = (id: string) => ({ identities: [`bsuid ${id}`], to: null, recipient: id });
const numbers = async () => await waypost.sql`select value from contact_identities where type = 'phone'`;

test.each<[string, (id: string) => object]>([
  ["alone", (id) => ({ messages: [message({ from: id })] })],
  [
    "in all members",
    (id) => ({
      contacts: [{ profile: { name: "A" }, wa_id: id, user_id: id }],
      messages: [message({ from: id, from_user_id: id })],
    }),
  ],
  ["with an entry of theirs", (id) => ({ contacts: [{ wa_id: id }], messages: [message({ from: id })] })],
  [
    "with an entry of somebody else",
    (id) => ({ contacts: [{ wa_id: "16505550190", user_id: "US.99" }], messages: [message({ from: id })] }),
  ],
])("who writes with a user id in the place of a number, %s, is answered by it", async (_, value) => {
  const id = freshId();
  await take(waypost, value(id));
  expect(await known(id)).toEqual(byUserId(id));
});

test("of two user ids the one in its own place counts, and nobody has both", async () => {
  const [id, other] = [freshId(), freshId()];
  await take(waypost, { messages: [message({ from: other, from_user_id: id })] });
  expect(await known(id)).toEqual(byUserId(id));
});

test("who shares their number, and is named by a user id in its place, is known by both", async () => {
  const [id, wa_id] = [freshId(), freshNumber()];
  const contacts = [{ origin: "contact_request", phones: [{ wa_id }] }];
  await take(waypost, { messages: [message({ from: id, type: "contacts", contacts })] });
  expect((await known(id)).identities).toEqual([`bsuid ${id}`, `phone ${wa_id}`]);
});

test("a status with a user id as its recipient brings no number", async () => {
  const id = freshId();
  await take(waypost, { messages: [message({ from: id })] });
  await known(id);
  const status = { id: "wamid.unknown", status: "delivered", timestamp: "1796000000" };
  const recipient = { recipient_id: id, recipient_user_id: id };
  await take(waypost, { statuses: [{ ...status, ...recipient }] });
  expect(await known(id)).toEqual(byUserId(id));
});

const CALL = { id: "wacid.1", event: "connect", direction: "USER_INITIATED", timestamp: "1796000000" };

test.each<[string, (id: string) => object]>([
  ["smb_message_echoes", (id) => ({ message_echoes: [message({ from: "15550783881", to: id })] })],
  ["standby", (id) => ({ standby: { message_echoes: [message({ to: id })] } })],
  ["calls", (id) => ({ calls: [{ ...CALL, event: "terminate", from: id }], contacts: [{ wa_id: "BR.1" }] })],
  [
    "smb_app_state_sync",
    (id) => ({ state_sync: [{ type: "contact", contact: { phone_number: id, full_name: "A" } }] }),
  ],
  ["history", (id) => ({ history: [{ threads: [{ id, messages: [] }] }] })],
  [
    "user_preferences",
    (id) => ({
      user_preferences: [
        { wa_id: id, category: "marketing_messages", value: "stop", timestamp: "1796000000" },
      ],
    }),
  ],
])("in %s, too, a user id is one", async (field, value) => {
  const id = freshId();
  const before = (await numbers()).length;
  await take(waypost, value(id), field);
  expect((await known(id)).identities).toEqual([`bsuid ${id}`]);
  expect((await numbers()).length).toBe(before);
});

test("a call from somebody that no entry names says nothing of their user id", async () => {
  const from = freshNumber();
  const contacts = [{ wa_id: freshNumber(), user_id: freshId() }, { wa_id: freshNumber() }];
  await take(
    waypost,
    { calls: [{ ...CALL, id: `wacid.${from}`, event: "terminate", from }], contacts },
    "calls",
  );
  expect((await known(from)).identities).toEqual([`phone ${from}`]);
});

test("a handover names a person by a user id in the place of their number", async () => {
  const id = freshId();
  await take(waypost, { messages: [message({ from: id })] });
  const news = { sender: { phone_number: id }, recipient: { phone_number_id: PHONE.id } };
  const value = {
    ...news,
    type: "control_taken",
    control_taken: { previous_owner_role: "business" },
    timestamp: "1796000000",
  };
  const before = (await numbers()).length;
  await take(waypost, value, "messaging_handovers");
  expect((await numbers()).length).toBe(before);
});

test.each([
  "*100#",
  "1-800-FLOWERS",
  "112",
  "ada@example.org 16505550199",
  "+49 151 ABC",
  "0151 23456789",
  "-16505550198",
  "16505550197-",
  "#31#16505550100",
])("%s of an address book is nobody's number", async (phone_number) => {
  const before = (await numbers()).length;
  const contact = { phone_number, full_name: "A service" };
  await take(waypost, { state_sync: [{ type: "contact", contact }] }, "smb_app_state_sync");
  expect((await numbers()).length).toBe(before);
});

test("a card says a number where it has one", async () => {
  const cards: [object, string | undefined][] = [
    [{ wa_id: "16505550123", phone: "+1 (650) 555-0123" }, "16505550123"],
    [{ phone: "+1 (650) 555-0123" }, "16505550123"],
    [{ phone: "1-800-FLOWERS" }, undefined],
    [{ wa_id: "BR.482193847261054", phone: "*100#" }, undefined],
  ];
  for (const [phone, expected] of cards) {
    const id = `wamid.card.${++serial}`;
    const contacts = [{ name: { formatted_name: "B" }, phones: [phone] }];
    await take(waypost, { messages: [message({ id, from: freshNumber(), type: "contacts", contacts })] });
    const [row] = await waypost.sql`
      select content from messages join provider_messages on message_id = messages.id where provider_messages.provider_message_id = ${id}`;
    expect(JSON.parse(row?.content).phone).toBe(expected);
  }
});

test.each<[unknown, string | null]>([
  ["16505550123", "16505550123"],
  [16505550123, "16505550123"],
  ["+1 650-555-0123", "16505550123"],
  ["+1 555-078-3881", "15550783881"],
  ["‪+44 20 7946 0958‬", "442079460958"],
  ["US.13491208655302741918", null],
  ["BR.ENT.11815799212886844830", null],
  ["br.482193847261054", null],
  ["\u200eBR.16505550123", null],
  ["ＢＲ.16505550123", null],
  ["BR\u200b.16505550123", null],
  ["BR. 16505550123", null],
  ["BR 16505550123", null],
  ["lid:16505550123", null],
  ["16505550123@s.whatsapp.net", null],
  ["tel:+16505550123", "16505550123"],
  ["tel", null],
  ["", null],
  [null, null],
  [{}, null],
  ["16505550123 16505550124", null],
  ["123456789012345678", null],
  [1.5, null],
])("%p read as a number is %p", (written, expected) => {
  expect(reportedDigits(written)).toBe(expected);
});
