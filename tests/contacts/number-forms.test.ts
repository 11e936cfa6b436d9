/** One person by an older and a newer form of their number: one contact, one conversation, one window, one STOP. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { take } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "enforce" } });
const call = (method: string, path: string, body?: unknown) => waypost.call(method, path, body);

/** By country: the number as it is written today, and as WhatsApp has it. */
const FORMS = {
  BR: ["5511961230001", "551161230001"],
  MX: ["525512340001", "5215512340001"],
  AR: ["541112340001", "5491112340001"],
  BJ: ["2290197000001", "22997000001"],
} as const;

let serial = 0;
const send = (to: string, more: object = {}) =>
  call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to, type: "text", content: { body: `Hi ${++serial}` }, ...more },
  });

const hear = (from: string, body: string) =>
  take(waypost, {
    contacts: [{ wa_id: from }],
    messages: [
      {
        ...{ id: `wamid.form.${++serial}`, from, timestamp: String(Math.floor(Date.now() / 1000)) },
        ...{ type: "text", text: { body } },
      },
    ],
  });

const contactOf = async (number: string) => (await call("GET", `/v1/contacts/phone/${number}`)).body;

test.each(Object.entries(FORMS))(
  "%s: a person who writes by one form is answered by the other",
  async (_, [saved, own]) => {
    expect((await send(saved)).body.code).toBe("outside_service_window");
    const made = (await call("POST", "/v1/contacts", { phone_number: `+${saved}` })).body;
    await hear(own, "Hello");
    expect((await contactOf(own)).id).toBe(made.id);
    const { status, body } = await send(saved);
    expect([status, body.code]).toEqual([201, undefined]);
    const { data } = (await call("GET", `/v1/conversations?contact_id=${made.id}`)).body;
    expect(data.length).toBe(1);
  },
);

test.each(Object.entries(FORMS))("%s: a STOP by one form holds for the other", async (_, [saved, own]) => {
  await hear(own, "STOP");
  for (const to of [saved, own]) {
    const { status, body } = await send(to);
    expect([status, body.code]).toEqual([422, "suppressed_recipient"]);
  }
});

test("so it does for somebody who was not known before", async () => {
  await hear("558561230008", "STOP");
  expect((await send("5585961230008")).body.code).toBe("suppressed_recipient");
});

test("two forms in one batch, and in one file, are one contact", async () => {
  const [one, other] = ["5521961230002", "552161230002"];
  const rows = [{ phone_number: `+${one}` }, { phone_number: `+${other}` }].map((row, n) => ({ ...row, n }));
  await waypost.sql`select upsert_contacts(${waypost.organizationId}, ${JSON.stringify(rows)}::text::json)`;
  expect((await contactOf(one)).id).toBe((await contactOf(other)).id);
  const inputs = ["5531961230003", "553161230003"].map((address, n) => ({
    ...{
      n,
      organization_id: waypost.organizationId,
      id: Bun.randomUUIDv7(),
      channel_id: waypost.channelId,
      address,
    },
    ...{
      type: "text",
      content: '{"body":"x"}',
      needs_window: false,
      addressed: true,
      created_at: new Date(),
    },
  }));
  await waypost.sql`select accept_messages(${JSON.stringify(inputs)}::text::json)`;
  const contacts = await waypost.sql`
    select distinct contact_id from messages where id = any (${inputs.map(({ id }) => id)}::uuid[])`;
  expect(contacts.length).toBe(1);
});

test("a number that is replaced takes its other form with it", async () => {
  const { id } = (await call("POST", "/v1/contacts", { phone_number: "+5541961230004" })).body;
  await call("PATCH", `/v1/contacts/${id}`, { phone_number: "+14155550199" });
  for (const number of ["5541961230004", "554161230004"])
    expect((await call("GET", `/v1/contacts/phone/${number}`)).status).toBe(404);
});

test("numbers of other kinds and countries have one form", async () => {
  for (const number of ["551132340001", "14155550142", "4915123456789", "5215512340001234"]) {
    const [row] = await waypost.sql`select other_form_of(${number}) as form`;
    expect([number, row?.form]).toEqual([number, null]);
  }
});

test("what Meta's answer names is an identity of theirs, whatever was known of their forms", async () => {
  const [written, own] = ["5571961230007", "557161230007"];
  await hear(written, "Hello");
  await waypost.sql`delete from contact_identities where value = ${own}`;
  expect((await call("GET", `/v1/contacts/phone/${own}`)).status).toBe(404);
  const { body } = await send(written);
  await waypost.until(body.id, "sent", "delivered", "read");
  const { id } = await eventually("contact", async () => {
    const answer = await call("GET", `/v1/contacts/phone/${own}`);
    return answer.status === 200 && answer.body;
  });
  expect(id).toBe((await contactOf(written)).id);
});

const CASES = "../shared/cases/two-ids.json";
const cases: { country: string; saved: string; wa_id: string }[] = existsSync(CASES)
  ? JSON.parse(readFileSync(CASES, "utf8"))
  : [];
test.skipIf(cases.length === 0)("the cases of ../shared are each one person", async () => {
  for (const { saved, wa_id } of cases) {
    const made = (await call("POST", "/v1/contacts", { phone_number: saved })).body;
    await hear(wa_id, "STOP");
    expect((await contactOf(wa_id)).id).toBe(made.id);
    expect((await send(saved.slice(1))).body.code).toBe("suppressed_recipient");
  }
});
