/** One person, many identities: looked up, merged with all they have, with events. */
import { expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const call = (method: string, path: string, body?: unknown) =>
  waypost.call(method, `/v1/contacts${path}`, body);
const make = async (body: object) => (await call("POST", "", body)).body;
const lookUp = (...identifiers: object[]) => call("POST", "/lookup", { identifiers });

let serial = 0;
const address = () => `${++serial}@strict.example.com`;

/** Adds an identity as only a provider can. */
async function identify(contactId: string, type: string, value: string): Promise<void> {
  await waypost.sql`select attach_identity(${waypost.organizationId}, ${contactId}, ${type}, ${value})`;
}

test("every type of identifier resolves to the contact", async () => {
  const contact = await make({
    phone_number: "+14155563001",
    email: "Six@Example.com",
    external_source: "shop",
    external_id: "six",
  });
  await identify(contact.id, "wa_id", "5511912345678");
  await identify(contact.id, "lid", "99887766");
  await identify(contact.id, "bsuid", "US.1234");
  const identifiers = [
    { type: "contact_id", value: contact.id },
    { type: "phone", value: "+1 (415) 556-3001" },
    { type: "whatsapp", value: "14155563001@c.us" },
    { type: "whatsapp", value: "14155563001:7@s.whatsapp.net" },
    { type: "whatsapp", value: "99887766@lid" },
    { type: "whatsapp", value: "US.1234" },
    { type: "wa_id", value: "5511912345678" },
    { type: "wa_id", value: "14155563001" },
    { type: "email", value: "six@example.com" },
    { type: "external_id", value: "six", source: "shop" },
  ];
  for (const identifier of identifiers) {
    const { status, body } = await lookUp(identifier);
    expect([status, body.id]).toEqual([200, contact.id]);
  }
  expect((await lookUp(...identifiers, { type: "email", value: "nobody@example.com" })).body.id).toBe(
    contact.id,
  );
});

test("a contact is made and found by each of WhatsApp's ids", async () => {
  const made = await make({ bsuid: "US.77001", username: "@Grace.H" });
  expect((await make({ lid: "77001770@lid", bsuid: "US.77001" })).id).toBe(made.id);
  expect((await make({ lid: "77001770", parent_bsuid: "US.ENT.77" })).id).toBe(made.id);
  const changed = (await call("PATCH", `/${made.id}`, { bsuid: "DE.77002" })).body;
  expect(changed.identities.map(({ value }: { value: string }) => value).sort()).toEqual([
    ...["77001770", "DE.77002", "US.77001", "US.ENT.77", "grace.h"],
  ]);
  expect((await call("PATCH", `/${made.id}`, { bsuid: "DE.77002" })).body.version).toBe(changed.version);
  const other = await make({ bsuid: "US.77003" });
  expect((await call("POST", "", { bsuid: "US.77003", lid: "77001770" })).status).toBe(409);
  expect((await call("PATCH", `/${other.id}`, { username: "grace.h" })).status).toBe(409);
});

test("an address finds its contact in whichever case, beyond ASCII too", async () => {
  const made = await make({ email: "MÜLLER@Example.com" });
  expect(made.identities).toMatchObject([{ type: "email", value: "müller@example.com" }]);
  for (const value of ["MÜLLER@Example.com", "müller@example.com"]) {
    expect((await lookUp({ type: "email", value })).body.id).toBe(made.id);
    expect((await make({ email: value })).id).toBe(made.id);
    const { data } = (await call("GET", `?email=${encodeURIComponent(value)}`)).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  }
});

test("an identity of nobody, and identities of two contacts, are refused with the specified texts", async () => {
  await make({ email: "one@example.com" });
  await make({ email: "two@example.com" });
  const nobody = await lookUp(
    { type: "phone", value: "nonsense" },
    { type: "contact_id", value: "ct_none\u0000" },
  );
  expect([nobody.status, nobody.body]).toEqual([404, { error: "contact not found", code: "not_found" }]);
  const two = await lookUp(
    { type: "email", value: "one@example.com" },
    { type: "email", value: "two@example.com" },
  );
  expect([two.status, two.body]).toEqual([
    409,
    { error: "contact identifiers resolve to different contacts", code: "conflict" },
  ]);
  expect((await lookUp({ type: "external_id", value: "1" })).body).toMatchObject({
    code: "invalid_request",
    errors: [{ path: "/identifiers/0/source" }],
  });
  expect((await lookUp({ type: "telegram", value: "1" })).status).toBe(422);
});

test("merged contacts lose nothing, and the old id answers with the new contact", async () => {
  const kept = await make({
    phone_number: "+14155563002",
    custom_fields: { a: 1, both: "kept" },
    tags: ["x"],
  });
  const gone = await make({
    email: "gone@example.com",
    name: "Grace",
    custom_fields: { b: 2, both: "gone" },
    tags: ["x", "y"],
  });
  await identify(gone.id, "lid", "112233");
  await call("POST", `/${kept.id}/notes`, { body: "first" });
  await call("POST", `/${gone.id}/notes`, { body: "second" });
  await call("PUT", `/${kept.id}/consent/whatsapp`, { state: "granted" });
  await call("PUT", `/${gone.id}/consent/whatsapp`, { state: "denied" });
  await call("PUT", `/${kept.id}/consent/email`, { state: "unknown" });
  await call("PUT", `/${gone.id}/consent/email`, { state: "granted" });
  await call("PUT", `/${gone.id}/consent/sms`, { state: "granted" });
  await call("POST", `/${gone.id}/suppressions`, { channel: "whatsapp", reason: "complained" });
  await waypost.sql`
    insert into suppressions (organization_id, contact_id, channel, reason)
    values (${waypost.organizationId}, ${kept.id}, 'whatsapp', 'marketing_stopped')`;

  const merged = (await call("POST", `/${kept.id}/merge`, { contact_id: gone.id })).body;
  expect(merged).toMatchObject({
    id: kept.id,
    phone_number: "+14155563002",
    email: "gone@example.com",
    name: "Grace",
    custom_fields: { a: 1, b: 2, both: "kept" },
    tags: ["x", "y"],
  });
  expect((await call("GET", `/${gone.id}`)).body).toEqual(merged);
  expect((await lookUp({ type: "contact_id", value: gone.id })).body.id).toBe(kept.id);
  expect((await lookUp({ type: "whatsapp", value: "112233@lid" })).body.id).toBe(kept.id);
  const notes = (await call("GET", `/${gone.id}/notes`)).body.data;
  expect(notes.map((note: { body: string }) => note.body)).toEqual(["second", "first"]);
  const consents = (await call("GET", `/${kept.id}/consents`)).body.data;
  expect(consents.map((one: { channel: string; state: string }) => `${one.channel} ${one.state}`)).toEqual([
    "email unknown",
    "sms granted",
    "whatsapp denied",
  ]);
  expect((await call("GET", `/${kept.id}/suppressions`)).body.data).toMatchObject([{ reason: "complained" }]);
  const history = (await call("GET", `/${kept.id}/history`)).body.data;
  expect(history[0]).toMatchObject({ action: "merged", detail: { id: gone.id, email: "gone@example.com" } });
  const [deleted] = await waypost.sql<{ body: string }[]>`
    select body from events where type = 'crm.record.deleted' and body like ${`%${gone.id}%`}`;
  expect(JSON.parse(deleted?.body ?? "{}")).toMatchObject({ record_id: gone.id, merged_into: kept.id });
});

test.each([
  ["a lasting denial", "consents", "state, expires_at", "'denied', now() + '1 day'", "'denied', null"],
  [
    "a denial, whatever ends",
    "consents",
    "state, expires_at",
    "'granted', null",
    "'denied', now() + '1 day'",
  ],
  [
    "a stop of marketing, not what has ended",
    "suppressions",
    "reason, until",
    "'complained', now()",
    "'marketing_stopped', null",
  ],
  [
    "a stop of everything",
    "suppressions",
    "reason, until",
    "'marketing_stopped', null",
    "'complained', now() + '1 day'",
  ],
])("%s is the stricter one, whichever contact is kept", async (_, table, columns, weaker, stricter) => {
  const { sql, organizationId } = waypost;
  const name = table === "consents" ? "contact_consents" : "suppressions";
  for (const [mine, others] of [
    [weaker, stricter],
    [stricter, weaker],
  ]) {
    const [kept, gone] = await Promise.all([make({ email: address() }), make({ email: address() })]);
    const write = (id: string, values = "") =>
      sql.unsafe(
        `insert into ${name} (organization_id, contact_id, channel, ${columns}) values ($1, $2, 'whatsapp', ${values})`,
        [organizationId, id],
      );
    const read = (id: string) => sql.unsafe(`select ${columns} from ${name} where contact_id = $1`, [id]);
    await Promise.all([write(kept.id, mine), write(gone.id, others)]);
    const before = await read(mine === stricter ? kept.id : gone.id);
    await call("POST", `/${kept.id}/merge`, { contact_id: gone.id });
    expect([...(await read(kept.id))]).toEqual([...before]);
  }
});

test("a chain of merges leads to the last one", async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map((n) => make({ email: `chain${n}@example.com` })));
  await call("POST", `/${two.id}/merge`, { contact_id: one.id });
  await call("POST", `/${three.id}/merge`, { contact_id: two.id });
  expect((await call("GET", `/${one.id}`)).body.id).toBe(three.id);
  expect((await call("POST", `/${three.id}/merge`, { contact_id: one.id })).status).toBe(200);
  expect((await call("POST", `/${three.id}/merge`, { contact_id: "ct_none" })).body.errors[0].path).toBe(
    "/contact_id",
  );
});

test("a user id and a number that turn out to be one person become one contact with one conversation", async () => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = (id: string, from: object) => ({ id, timestamp, type: "text", text: { body: "Hi" }, ...from });
  const hear = (message: { id: string }, contact: object) =>
    take(waypost, { contacts: [contact], messages: [message] });
  await hear(text("wamid.id.1", { from: "14155563003" }), { wa_id: "14155563003" });
  const byPhone = (await call("GET", "/phone/14155563003")).body;
  await hear(text("wamid.id.2", { from_user_id: "US.777" }), { user_id: "US.777" });
  const byUser = (await lookUp({ type: "whatsapp", value: "US.777" })).body;
  expect(byUser.id).not.toBe(byPhone.id);
  await hear(text("wamid.id.3", { from: "14155563003", from_user_id: "US.777" }), {
    wa_id: "14155563003",
    user_id: "US.777",
  });
  const one = (await lookUp({ type: "whatsapp", value: "US.777" }, { type: "phone", value: "14155563003" }))
    .body;
  expect([byPhone.id, byUser.id]).toContain(one.id);
  expect((await call("GET", `/${byPhone.id}`)).body.id).toBe(one.id);
  expect((await call("GET", `/${byUser.id}`)).body.id).toBe(one.id);
  const messages = await waypost.call("GET", `/v1/messages?contact_id=${one.id}`);
  expect(messages.body.data.length).toBe(3);
  expect(one.identities.filter((identity: { verified: boolean }) => identity.verified).length).toBe(2);
});

test("a contact that is merged twice at once is merged once", async () => {
  const [first, second, shared] = await Promise.all(
    ["a", "b", "shared"].map((name) => make({ email: `${name}@race.example.com` })),
  );
  const ends = await Promise.allSettled(
    [first, second].map((kept) => mergeContacts(waypost.sql, waypost.organizationId, kept.id, shared.id)),
  );
  expect(ends.filter(({ status }) => status === "fulfilled").length).toBe(1);
  const { body } = await call("GET", `/${shared.id}`);
  expect([first.id, second.id]).toContain(body.id);
});
