/** The permission to call somebody: asked for by a message, answered by the person, and read from Meta. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = sharedDaemon();
const REQUEST = { type: "call_permission_request", content: { body: "May we call you about your order?" } };

const permission = (person: string, channel = waypost.channelId) =>
  waypost.call("GET", `/v1/channels/${channel}/call_permissions/${person}`);

const ask = async (to: string, channel = waypost.channelId) => {
  const { status, body } = await waypost.call("POST", "/v1/messages", {
    channel_id: channel,
    to,
    ...REQUEST,
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id as string;
};

/** What a person answered, as the conversation shows it. */
const answerOf = (person: string) =>
  eventually("the answer in the conversation", async () => {
    const { body } = await waypost.call("GET", `/v1/contacts?q=${person}`);
    const [contact] = body.data;
    if (contact === undefined) return null;
    const found = await waypost.call("GET", `/v1/conversations?contact_id=${contact.id}`);
    const [conversation] = found.body.data;
    return conversation?.last_message?.direction === "inbound" && conversation.last_message;
  });

test("who is asked answers, and the business may call for seven days", async () => {
  const before = await permission("16505550340");
  expect(before.body).toMatchObject({ status: "none", until: null, can_call: false, can_ask: true });
  await ask("16505550340");
  const answer = await answerOf("16505550340");
  expect(answer).toMatchObject({
    type: "interactive",
    preview: expect.stringMatching(/^Allows calls until 20\d\d-/),
  });
  const { body } = await waypost.call("GET", `/v1/messages/${answer.id}`);
  expect(body.content).toMatchObject({
    type: "call_permission_reply",
    call_permission_reply: { response: "accept", is_permanent: false },
  });
  const { body: after } = await permission("+16505550340");
  expect(after).toMatchObject({ person: "+16505550340", status: "granted", can_call: true, can_ask: false });
  const days = (Date.parse(after.until) - Date.now()) / (24 * 3600_000);
  expect(days).toBeGreaterThan(6);
  expect(days).toBeLessThanOrEqual(7);
});

test.each([
  ["a refusal", { response: "reject" }, "Allows no calls", { status: "none", until: null, can_call: false }],
  [
    "a permission for good",
    { is_permanent: true },
    "Allows calls",
    { status: "granted", until: null, can_call: true },
  ],
  [
    "one that is over",
    { expiration_timestamp: 1_700_000_000 },
    "Allows calls until 2023-11-14",
    { status: "expired" },
  ],
])("%s is shown, and is what Meta says", async (why, content, preview, state) => {
  const from = `165055503${50 + why.length}`;
  await control(waypost, "inbound", { from, kind: "call_permission_reply", content });
  expect((await answerOf(from)).preview).toBe(preview);
  expect((await permission(from)).body).toMatchObject(state);
});

test("somebody without a number is asked by their user id", async () => {
  const from = "US.16505550360";
  await control(waypost, "inbound", { from, kind: "call_permission_reply", content: { is_permanent: true } });
  expect((await permission(from)).body).toMatchObject({ status: "granted", until: null });
  expect((await permission("Ada")).status).toBe(422);
});

test("a number of a country from which nobody is called is told so in Meta's words", async () => {
  const number = await control(waypost, "phone_numbers", {
    display_phone_number: "+90 501 234 5678",
    verified_name: "Dükkân",
  });
  const created = await waypost.call("POST", "/v1/channels", {
    name: "Dükkân",
    platform: "whatsapp_official",
    phone_number_id: number.id,
    waba_id: number.waba_id,
    access_token: number.access_token,
    settings: { service_window: "provider" },
  });
  expect([created.status, created.body.detail]).toEqual([201, undefined]);
  const refused = await permission("16505550341", created.body.id);
  expect([refused.status, refused.body.code]).toEqual([422, "calling_not_available"]);
  const id = await ask("16505550341", created.body.id);
  const failed = await eventually("its failure", async () => {
    const { body } = await waypost.call("GET", `/v1/messages/${id}`);
    return body.status === "failed" && body;
  });
  expect(failed.error).toMatchObject({ code: "calling_not_available", provider_code: "138013" });
  expect(failed.error.detail).toContain("not available in the country");
});
