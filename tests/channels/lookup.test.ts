/** Asking whether numbers are on WhatsApp, through a paired number and on an official one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import { type PairingSite, startPairingSite } from "../gateway/support.ts";

let site: PairingSite;
let id: string;
let created: SandboxPeople | null = null;

beforeAll(async () => {
  site = await startPairingSite({
    web: {
      async createPeople(given) {
        created = await createPeople(given);
        return created;
      },
    },
  });
  id = await site.newChannel();
  await site.pair(id);
});

afterAll(() => site.stop());

function people() {
  if (created === null) throw new Error("there are no people");
  return created.control;
}

const lookUp = (channelId: string, phones: unknown) =>
  site.daemon.call("POST", `/v1/channels/${channelId}/contacts/lookup`, { phones });

test("numbers are looked up once, then known for a day", async () => {
  const { status, body } = await lookUp(id, ["+14155550123", "14155550124"]);
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { phone: "+14155550123", exists: true, wa_id: "14155550123" },
    { phone: "14155550124", exists: true, wa_id: "14155550124" },
  ]);
  const before = await site.daemon.sql`select phone, asked_at from web_lookups order by phone`;
  expect((await lookUp(id, ["14155550123"])).body.data[0].exists).toBeTrue();
  expect(await site.daemon.sql`select phone, asked_at from web_lookups order by phone`).toEqual(before);
});

test("who was not there is found again soon after they joined, by lookups and by messages", async () => {
  const { call, sql, until } = site.daemon;
  const control = people();
  const phone = "14155550190";
  const found = async () => (await lookUp(id, [phone])).body.data[0].exists;
  const write = async () => {
    const message = { channel_id: id, to: phone, type: "text", content: { body: "Are you there?" } };
    return await until((await call("POST", "/v1/messages", message)).body.id, "failed", "delivered", "read");
  };
  control.behave(phone, { onWhatsApp: false });
  expect(await found()).toBe(false);
  expect((await write()).error).toMatchObject({ code: "not_on_whatsapp" });
  control.behave(phone, { onWhatsApp: true });
  for (const table of ["web_lookups", "web_recipients"])
    await sql`update ${sql(table)} set asked_at = asked_at - interval '11 minutes' where phone = ${phone}`;
  expect(await found()).toBe(true);
  expect((await write()).error).toBeNull();
});

test("a contact whose number is looked up is known by its LID, too, as is its opt-out", async () => {
  const { call } = site.daemon;
  const contact = (await call("POST", "/v1/contacts", { phone_number: "+14155550191" })).body;
  const optOut = { channel: "whatsapp", reason: "complained" };
  await call("POST", `/v1/contacts/${contact.id}/suppressions`, optOut);
  const [{ lid: recipient }] = (await lookUp(id, ["14155550191"])).body.data;
  const message = { channel_id: id, recipient, type: "text", content: { body: "Hello" } };
  expect((await call("POST", "/v1/messages", message)).body.code).toBe("suppressed_recipient");
});

test("fifty other numbers a minute, and no more", async () => {
  const numbers = (from: number) =>
    Array.from({ length: 46 }, (_, index) => String(14155560000 + from + index));
  expect((await lookUp(id, numbers(0))).status).toBe(200);
  const refused = await lookUp(id, numbers(100));
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "rate_limited",
    "60",
  ]);
  expect((await lookUp(id, numbers(0))).status).toBe(200);
});

test("a body that is no list of numbers is refused", async () => {
  for (const phones of [[], ["abc"], ["1"], Array(51).fill("14155550123"), "14155550123"])
    expect((await lookUp(id, phones)).status).toBe(422);
});

test("a channel that is not connected can't ask", async () => {
  const { status, body } = await lookUp(await site.newChannel(), ["14155550123"]);
  expect([status, body.code]).toEqual([409, "channel_not_connected"]);
});

test("on an official channel, members that Meta does not report are null", async () => {
  const { body } = await lookUp(site.daemon.channelId, ["14155550123"]);
  expect(body.data).toEqual([
    {
      phone: "14155550123",
      exists: null,
      wa_id: null,
      lid: null,
      name: null,
      business: null,
      picture_url: null,
      about: null,
    },
  ]);
});
