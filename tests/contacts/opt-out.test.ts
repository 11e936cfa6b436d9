/** STOP and START, consents and suppressions: what they hold back, and what is answered. */
import { expect, test } from "bun:test";
import { DEFAULT_OPT_OUT } from "../../daemon/contacts/opt-out-words.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let serial = 0;
/** Somebody writes; resolves when that is processed. */
async function hear(from: string, body: string, id = `wamid.opt.${++serial}`): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, { messages: [{ from, id, timestamp, type: "text", text: { body } }] });
}

const send = (to: string) =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    type: "text",
    content: { body: "News" },
  });
const contact = async (phone: string) => (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body;
const details = async (phone: string, what: string) =>
  (await waypost.call("GET", `/v1/contacts/${(await contact(phone)).id}/${what}`)).body.data;
type Answer = { content: { body: string }; author: unknown };
const answered = async (phone: string): Promise<Answer[]> =>
  (await waypost.call("GET", `/v1/messages?to=${phone}&direction=outbound`)).body.data;
const answers = async (phone: string) => (await answered(phone)).map(({ content }) => content.body);

test("STOP suppresses, is confirmed once, and START takes it back", async () => {
  const phone = "14155561001";
  await hear(phone, "Stop!");
  expect(await answers(phone)).toEqual([DEFAULT_OPT_OUT.languages.en?.stopped ?? ""]);
  const refused = await send(phone);
  expect([refused.status, refused.body.code]).toEqual([422, "suppressed_recipient"]);
  expect(await details(phone, "suppressions")).toMatchObject([{ channel: "whatsapp", reason: "opted_out" }]);
  expect(await details(phone, "consents")).toMatchObject([{ state: "denied", source: "stop_word" }]);

  await hear(phone, "STOP");
  expect((await answers(phone)).length).toBe(1);

  await hear(phone, "start");
  expect((await answers(phone)).length).toBe(2);
  expect((await send(phone)).status).toBe(201);
  expect(await details(phone, "suppressions")).toEqual([]);
  expect(await details(phone, "consents")).toMatchObject([{ state: "granted", source: "start_word" }]);
});

test("the confirmation is sent and delivered as any message", async () => {
  const phone = "14155561002";
  await hear(phone, "unsubscribe");
  expect((await answered(phone)).map(({ author }) => author)).toEqual([
    { kind: "opt_out", id: null, name: null },
  ]);
  const { body } = await waypost.call("GET", `/v1/messages?to=${phone}&direction=outbound`);
  await waypost.until(body.data[0].id, "read");
});

test("a stop that comes twice is confirmed once", async () => {
  const phone = "14155561003";
  await hear(phone, "STOP", "wamid.opt.same");
  await waypost.call("DELETE", `/v1/contacts/${(await contact(phone)).id}/suppressions/whatsapp`);
  await hear(phone, "STOP", "wamid.opt.same");
  expect((await answers(phone)).length).toBe(1);
  expect(await details(phone, "suppressions")).toEqual([]);
});

test("START lifts nothing that the person did not ask for", async () => {
  const phone = "14155561004";
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  const suppression = { channel: "whatsapp", reason: "complained" };
  expect((await waypost.call("POST", `/v1/contacts/${id}/suppressions`, suppression)).status).toBe(201);
  await hear(phone, "start");
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });
  expect(await answers(phone)).toEqual([]);
});

test("STOP holds after a suppression for another reason has ended, and START does not end that one", async () => {
  const phone = "14155561009";
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  const holiday = {
    channel: "whatsapp",
    reason: "holiday",
    until: new Date(Date.now() + 3600_000).toISOString(),
  };
  await waypost.call("POST", `/v1/contacts/${id}/suppressions`, holiday);
  await hear(phone, "STOP");
  expect(await answers(phone)).toEqual([]);
  expect(await details(phone, "suppressions")).toMatchObject([{ reason: "holiday" }]);
  const end = () => waypost.sql`update suppressions set until = now() where contact_id = ${id}`;
  await end();
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });

  await waypost.call("POST", `/v1/contacts/${id}/suppressions`, holiday);
  await hear(phone, "START");
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });
  await end();
  expect((await send(phone)).status).toBe(201);
});

test("STOP makes a denial that was to end last", async () => {
  const phone = "14155561010";
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  const denial = { state: "denied", expires_at: new Date(Date.now() + 3600_000).toISOString() };
  await waypost.call("PUT", `/v1/contacts/${id}/consent/whatsapp`, denial);
  await hear(phone, "STOP");
  expect(await details(phone, "consents")).toMatchObject([{ source: "stop_word", expires_at: null }]);
  expect(await details(phone, "suppressions")).toMatchObject([{ reason: "opted_out", until: null }]);
});

test.each([
  ["has been, and is over", "14155561011", "0 seconds", { reason: "marketing_stopped", until: null }],
  ["lasts, which holds back more", "14155561021", "1 hour", { reason: "holiday", until: expect.any(String) }],
])("who stops marketing is heard where another suppression %s", async (_, phone, left, expected) => {
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  await waypost.sql`
    insert into suppressions (organization_id, contact_id, channel, reason, until)
    values (${waypost.organizationId}, ${id}, 'whatsapp', 'holiday', now() + ${left}::interval)`;
  const preference = { type: "phone", value: phone, wants_marketing: false, at: new Date() };
  await waypost.sql`
    select apply_preference(${waypost.organizationId}, ${waypost.channelId}, ${JSON.stringify(preference)}::text::json)`;
  expect(await details(phone, "suppressions")).toMatchObject([expected]);
});

test("who stops marketing before anybody wrote becomes a contact that gets none", async () => {
  const wish = (from: string, value: string) => ({
    wa_id: from,
    detail: "",
    category: "marketing_messages",
    value,
    timestamp: String(Math.floor(Date.now() / 1000)),
  });
  const preferences = [wish("14155561012", "stop"), wish("14155561013", "resume")];
  await take(waypost, { user_preferences: preferences }, "user_preferences");
  expect(await details("14155561012", "suppressions")).toMatchObject([{ reason: "marketing_stopped" }]);
  expect((await waypost.call("GET", "/v1/contacts/phone/14155561013")).status).toBe(404);
});

test("an organisation's own words and answers take the place of the defaults", async () => {
  const opt_out = {
    enabled: true,
    languages: { pl: { stop: ["Wypisz mnie"], start: ["wracam"], stopped: null, started: "Witaj!" } },
  };
  expect((await waypost.call("PATCH", "/v1/settings/contacts", { opt_out })).body.opt_out).toEqual(opt_out);
  await hear("14155561005", "stop");
  expect((await send("14155561005")).status).toBe(201);
  await hear("14155561006", "  wypisz MNIE 🙏");
  expect((await send("14155561006")).status).toBe(422);
  expect(await answers("14155561006")).toEqual([]);
  await hear("14155561006", "Wracam");
  expect(await answers("14155561006")).toEqual(["Witaj!"]);
  const restored = await waypost.call("PATCH", "/v1/settings/contacts", { opt_out: null });
  expect(restored.body.opt_out).toEqual(DEFAULT_OPT_OUT);
});

test("denied consent holds messages back, granted does not, and one that has expired neither", async () => {
  const phone = "14155561007";
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  const consent = (state: string, more: object = {}) =>
    waypost.call("PUT", `/v1/contacts/${id}/consent/whatsapp`, { state, ...more });
  expect((await consent("denied", { source: "phone call" })).body).toMatchObject({
    channel: "whatsapp",
    state: "denied",
    source: "phone call",
  });
  const refused = await send(phone);
  expect(refused.body).toMatchObject({ code: "suppressed_recipient" });
  expect(refused.body.detail).toContain("consent_denied");
  await consent("denied", { expires_at: "2020-01-01T00:00:00Z" });
  expect((await send(phone)).status).toBe(201);
  await consent("granted");
  expect((await send(phone)).status).toBe(201);
});

test("a suppression ends by itself, and one of another channel is not WhatsApp's", async () => {
  const phone = "14155561008";
  await hear(phone, "Hello");
  const { id } = await contact(phone);
  const suppress = (body: object) => waypost.call("POST", `/v1/contacts/${id}/suppressions`, body);
  await suppress({ channel: "email", reason: "bounced" });
  expect((await send(phone)).status).toBe(201);
  await suppress({
    channel: "whatsapp",
    reason: "holiday",
    until: new Date(Date.now() + 60_000).toISOString(),
  });
  expect((await send(phone)).status).toBe(422);
  await waypost.sql`update suppressions set until = now() where contact_id = ${id} and channel = 'whatsapp'`;
  expect((await send(phone)).status).toBe(201);
  expect((await suppress({ channel: "whatsapp", reason: "x", until: "2020-01-01T00:00:00Z" })).status).toBe(
    422,
  );
});

test("who corrects STPO to STOP gets no more, and STRAT to START gets them again", async () => {
  const phone = "14155561031";
  const edit = (id: string, body: string, at = Date.now()) => {
    const message = { type: "text", text: { body } };
    const timestamp = String(Math.floor(at / 1000));
    const change = { type: "edit", edit: { original_message_id: id, message } };
    return take(waypost, { messages: [{ from: phone, id: `${id}.${body}`, timestamp, ...change }] });
  };
  await hear(phone, "STPO", "wamid.opt.typo");
  expect((await send(phone)).status).toBe(201);
  await edit("wamid.opt.typo", "STOP");
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });
  expect(
    (await answers(phone)).filter((body) => body === DEFAULT_OPT_OUT.languages.en?.stopped),
  ).toHaveLength(1);
  await edit("wamid.opt.typo", "I stop by at nine");
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });
  await hear(phone, "STRAT", "wamid.opt.typo.2");
  await edit("wamid.opt.typo.2", "start");
  expect((await send(phone)).status).toBe(201);
});

test("an edit that comes before its message, and says STOP, ends them when it comes", async () => {
  const phone = "14155561032";
  const original_message_id = "wamid.opt.early";
  const edit = { original_message_id, message: { type: "text", text: { body: "Unsubscribe" } } };
  const timestamp = String(Math.floor(Date.now() / 1000) + 1);
  await take(waypost, { messages: [{ from: phone, id: "wamid.opt.edit", timestamp, type: "edit", edit }] });
  await hear(phone, "Unsbscribe", original_message_id);
  expect((await send(phone)).body).toMatchObject({ code: "suppressed_recipient" });
});

test("what the business edits on its phone ends nothing", async () => {
  const phone = "14155561033";
  await hear(phone, "Hello");
  const echo = (id: string, more: object) => ({
    message_echoes: [
      { from: "15550990100", to: phone, id, timestamp: String(Math.floor(Date.now() / 1000)), ...more },
    ],
  });
  await take(waypost, echo("wamid.opt.echo", { type: "text", text: { body: "STPO" } }), "smb_message_echoes");
  const edit = { original_message_id: "wamid.opt.echo", message: { type: "text", text: { body: "STOP" } } };
  await take(waypost, echo("wamid.opt.echo.2", { type: "edit", edit }), "smb_message_echoes");
  expect((await send(phone)).status).toBe(201);
});
