/** People who show no number: they write, are answered by their user id, and get what anybody gets. */
import { beforeAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";

const waypost = ownDaemon({ settings: { rate: { per_second: 100_000, per_recipient_seconds: 0 } } });

const TEXT = { type: "text", content: { body: "Hello" } };
const TEMPLATE = {
  type: "template",
  content: { template: { name: "hello_world", language: { code: "en_US" } } },
};

const send = (whom: object, what: object = TEXT, headers: Record<string, string> = {}) =>
  waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, ...what, ...whom }, headers);

const control = async (path: string, body?: object) => {
  const answer = await fetch(`${waypost.sandbox.url}/sandbox/${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  return (await answer.json()) as any;
};

// before the account's templates are read for the first time
beforeAll(async () => {
  const components = [
    { type: "BODY", text: "May we call you?" },
    { type: "BUTTONS", buttons: [{ type: "REQUEST_CONTACT_INFO" }] },
  ];
  const template = {
    name: "call_me",
    language: "en_US",
    category: "UTILITY",
    status: "APPROVED",
    components,
  };
  await control("templates", template);
});

/** Has somebody write to the channel; the record of what they wrote. */
async function writes(from: string, more: object = { text: "Are you open?" }) {
  const { id } = await control("inbound", { from, ...more });
  return await eventually("record of what was written", async () => {
    const { body } = await waypost.call("GET", "/v1/messages?direction=inbound&limit=100");
    return body.data.find((one: { provider_message_id: string }) => one.provider_message_id === id);
  });
}

const bodies = async (type: string, message: string) => {
  const rows = await waypost.sql`select body from events where type = ${type} order by id`;
  return rows.map(({ body }) => JSON.parse(body)).filter((body) => body.message_id === message);
};

test("somebody without a number is reported by user id and user name, and answered in all ways that name them", async () => {
  const recipient = "US.15550000001";
  const wrote = await writes(recipient, { text: "Hi", name: "Ada", username: "ada.byron" });
  expect(wrote).toMatchObject({ from_phone: null, from_user_id: recipient });
  const { contact_id, conversation_id } = wrote;
  expect(await bodies("message.new", wrote.id)).toMatchObject([
    { from_phone: null, from_user_id: recipient, from_username: "ada.byron", contact_id },
  ]);
  for (const whom of [{ recipient }, { contact_id }, { conversation_id, channel_id: undefined }]) {
    const sent = await send(whom);
    expect(sent.body).toMatchObject({ to: null, recipient });
    const record = await waypost.until(sent.body.id, "read");
    expect(record).toMatchObject({ to: null, to_phone: null, recipient, contact_id, conversation_id });
    for (const event of await bodies("message.status_update", sent.body.id))
      expect(event).toMatchObject({ to: null, recipient, contact_id });
  }
  const listed = await waypost.call("GET", `/v1/messages?recipient=${recipient}&direction=outbound`);
  expect(listed.body.data).toHaveLength(3);
  expect((await waypost.call("GET", "/v1/messages?recipient=US.15550000000")).body.data).toEqual([]);
  const { data } = await control("messages");
  expect(data.filter(({ to }: { to: string }) => to === recipient)).toHaveLength(3);
});

test("a user id that nobody has yet becomes a contact, once", async () => {
  const recipient = "US.15550000002";
  const first = await send({ recipient }, TEMPLATE);
  const again = await send({ recipient }, TEMPLATE);
  const [one, other] = [
    await waypost.until(first.body.id, "read"),
    await waypost.until(again.body.id, "read"),
  ];
  expect(one.contact_id).toBe(other.contact_id);
  const { body } = await waypost.call("GET", `/v1/contacts/${one.contact_id}`);
  expect(body).toMatchObject({ phone_number: null, identities: [{ type: "bsuid", value: recipient }] });
});

test("a parent user id reaches a person, too", async () => {
  const recipient = "US.ENT.15550000003";
  const { body } = await send({ recipient }, TEMPLATE);
  expect((await waypost.until(body.id, "read")).recipient).toBe(recipient);
});

test("suppression, the window and repetition are judged by the person", async () => {
  const recipient = "US.15550000004";
  expect((await send({ recipient })).body.code).toBe("outside_service_window");
  const { contact_id } = await writes(recipient);
  const key = { "idempotency-key": crypto.randomUUID() };
  const first = await send({ recipient }, TEXT, key);
  expect((await send({ recipient }, TEXT, key)).body).toEqual(first.body);
  expect((await send({ contact_id }, TEXT, key)).body.code).toBe("idempotency_key_reused");
  await waypost.call("PATCH", `/v1/contacts/${contact_id}`, { phone_number: "+15550000098" });
  await waypost.call("POST", `/v1/contacts/${contact_id}/suppressions`, {
    channel: "whatsapp",
    reason: "complained",
  });
  for (const whom of [{ recipient }, { contact_id }, { to: "15550000098" }])
    expect((await send(whom)).body.code).toBe("suppressed_recipient");
});

test("STOP of somebody without a number is confirmed, and holds back what follows", async () => {
  const recipient = "US.15550000005";
  const { conversation_id } = await writes(recipient, { text: "STOP" });
  const confirmed = await eventually("confirmation", async () => {
    const { body } = await waypost.call(
      "GET",
      `/v1/messages?conversation_id=${conversation_id}&direction=outbound`,
    );
    return body.data[0];
  });
  expect((await waypost.until(confirmed.id, "read")).recipient).toBe(recipient);
  expect((await send({ recipient })).body.code).toBe("suppressed_recipient");
});

test("names of different people are refused, and say which differ", async () => {
  const [one, other] = [await writes("US.15550000006"), await writes("US.15550000007")];
  const refusals = await Promise.all([
    send({ recipient: "US.15550000006", contact_id: other.contact_id }),
    send({ contact_id: one.contact_id, conversation_id: other.conversation_id }),
    send({ to: "14155559201", recipient: "US.15550000006" }),
  ]);
  expect(refusals.map(({ body }) => [body.code, body.errors[0].path])).toEqual([
    ["recipient_mismatch", "/contact_id"],
    ["recipient_mismatch", "/conversation_id"],
    ["recipient_mismatch", "/recipient"],
  ]);
  expect(refusals[0]?.body.detail).toContain("the person of /recipient");
  const { contact_id, conversation_id } = one;
  const whole = { recipient: "US.15550000006", contact_id, conversation_id };
  expect((await send(whole)).status).toBe(201);
});

test("whom nothing leads to on the platform is refused before anything is sent", async () => {
  const { body: known } = await waypost.call("POST", "/v1/contacts", { email: "ada@example.com" });
  const answers = await Promise.all([
    send({ contact_id: known.id }),
    send({ recipient: "81234567890123@lid" }),
    send({ contact_id: "ct_none" }),
    send({ recipient: "ada" }),
  ]);
  expect(answers.map(({ body }) => [body.code, body.errors[0].path])).toEqual([
    ["no_address", "/contact_id"],
    ["no_address", "/recipient"],
    ["contact_not_found", "/contact_id"],
    ["invalid_request", "/recipient"],
  ]);
});

test("an authentication template needs a number", async () => {
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    select ${waypost.organizationId}, 'tpl_code', waba_id, 'code', 'en_US', 'AUTHENTICATION', 'approved', '[]'
    from channels where id = ${waypost.channelId}`;
  const content = { template: { name: "code", language: { code: "en_US" } } };
  const { body } = await send({ recipient: "US.15550000008" }, { type: "template", content });
  expect(body).toMatchObject({ code: "recipient_not_supported", errors: [{ path: "/recipient" }] });
});

test("a user id of another portfolio fails as Meta says", async () => {
  const { body } = await send({ recipient: "US.9990123" }, TEMPLATE);
  expect((await waypost.until(body.id, "failed")).error.provider_code).toBe("131009");
});

test("a message that waits for a user id goes to the number once that is known", async () => {
  const recipient = "US.15550000009";
  const { contact_id } = await writes(recipient);
  const channel = `/v1/channels/${waypost.channelId}`;
  await waypost.call("PATCH", channel, { settings: { paused: true } });
  const { body } = await send({ recipient });
  await waypost.call("PATCH", `/v1/contacts/${contact_id}`, { phone_number: "+15550000099" });
  await waypost.call("PATCH", channel, { settings: { paused: false } });
  expect(await waypost.until(body.id, "read")).toMatchObject({ to: "15550000099", recipient: null });
});

test("somebody known by user id alone is answered, shares the number, and stays one contact with one conversation", async () => {
  const [recipient, number] = ["US.15550000010", "15550000010"];
  // a template went to the number before anybody knew that the two are one person
  const before = await send({ to: number }, TEMPLATE);
  const wrote = await writes(recipient, { text: "Hi", name: "Ada", username: "Ada.Byron" });
  await waypost.call("POST", `/v1/contacts/${wrote.contact_id}/notes`, { body: "Prefers the morning." });
  const image = { type: "image", content: { media_url: "https://example.com/map.png" } };
  const ask = { type: "request_contact_info", content: { body: "May we call you?" } };
  const sent = [before];
  for (const what of [TEXT, image, TEMPLATE, ask])
    sent.push(await send({ contact_id: wrote.contact_id }, what));
  for (const { body } of sent) await waypost.until(body.id, "read");
  const shared = await eventually("shared number", async () => {
    const { body } = await waypost.call("GET", `/v1/contacts?phone=${encodeURIComponent(`+${number}`)}`);
    const [contact] = body.data;
    return contact?.identities.length === 3 && contact;
  });
  expect(shared.name).toBe("Ada");
  const known = shared.identities.map(({ type, value }: Record<string, string>) => `${type} ${value}`);
  expect(known.sort()).toEqual([`bsuid ${recipient}`, `phone ${number}`, "username ada.byron"]);
  const { body: all } = await waypost.call("GET", `/v1/messages?contact_id=${shared.id}&limit=50`);
  expect(new Set(all.data.map((one: { conversation_id: string }) => one.conversation_id)).size).toBe(1);
  expect(all.data.map(({ type }: { type: string }) => type).sort()).toEqual(
    ["contact", "image", "request_contact_info", "template", "template", "text", "text"].sort(),
  );
  const notes = await waypost.call("GET", `/v1/contacts/${wrote.contact_id}/notes`);
  expect(notes.body.data).toMatchObject([{ body: "Prefers the morning." }]);
  for (const whom of [{ recipient }, { to: number }, { contact_id: wrote.contact_id }])
    expect((await send(whom)).body).toMatchObject({ to: number, recipient: null });
});

test("a template's button asks for the number, too", async () => {
  const content = { template: { name: "call_me", language: { code: "en_US" } } };
  const { body } = await send({ recipient: "US.15550000020" }, { type: "template", content });
  expect(body).toMatchObject({ status: "queued" });
  const { contact_id } = await waypost.until(body.id, "read");
  await eventually("shared number", async () => (await idsOf(contact_id)).includes("15550000020"));
});

test("a new user id is the same person's, and a new user name replaces the old one", async () => {
  const { contact_id } = await writes("US.15550000011", { text: "Hi", username: "grace" });
  await control("inbound", {
    from: "US.15550000011",
    kind: "user_id",
    content: { user_id: "US.15550000012" },
  });
  await eventually("new user id", async () => (await idsOf(contact_id)).includes("US.15550000012"));
  const wrote = await writes("US.15550000012", { text: "Me again", username: "hopper" });
  expect(wrote.contact_id).toBe(contact_id);
  expect((await idsOf(contact_id)).sort()).toEqual(["US.15550000012", "hopper"]);
  expect((await send({ contact_id })).body.recipient).toBe("US.15550000012");
});

async function idsOf(contact: string): Promise<string[]> {
  const { body } = await waypost.call("GET", `/v1/contacts/${contact}`);
  return body.identities.map(({ value }: { value: string }) => value);
}
