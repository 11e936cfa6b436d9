import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createMessageLog } from "../../../daemon/sandbox/graph/messages/message-log.ts";
import {
  codeOf,
  type Json,
  openReceiver,
  openSandbox,
  PERSON,
  PHONE,
  type TestSandbox,
  text,
  wamidOf,
} from "./support.ts";

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

const sendAs = (callback: string, to = PERSON) =>
  sandbox.send({ ...text(), biz_opaque_callback_data: callback }, to);

test("messages lists what was accepted, by recipient or callback data", async () => {
  const first = wamidOf(await sendAs("a"));
  await sendAs("b", "4915112345678");
  const { body } = await sandbox.control("GET", `messages?to=${PERSON}`);
  expect(body).toEqual({
    ...{ total: 2, matched: 1 },
    data: [
      {
        ...{ wamid: first, phone_number_id: PHONE.id, to: PERSON, type: "text", edge: "messages" },
        ...{ biz_opaque_callback_data: "a", files: [], at: expect.any(String) },
      },
    ],
  });
  expect((await sandbox.control("GET", "messages?callback=b")).body).toMatchObject({ matched: 1 });
});

test("counts shows what was sent twice and what was refused", async () => {
  await Promise.all(["a", "b", "b", "c", "c", "c"].map((callback) => sendAs(callback)));
  await sandbox.send({ type: "text", text: {} });
  expect((await sandbox.control("GET", "counts")).body).toEqual({
    total: 6,
    distinct: 3,
    repeated: [
      { biz_opaque_callback_data: "b", count: 2 },
      { biz_opaque_callback_data: "c", count: 3 },
    ],
    refused: { "131008": 1 },
    dropped: 0,
  });
});

test.each(["US.15550000801", "US.ENT.15550000801"])(
  '%s in "to" is accepted, and dropped without a word',
  async (to) => {
    const answer = await sandbox.send(text(), to);
    expect(answer).toMatchObject({ status: 200, body: { contacts: [{ input: to, wa_id: "15550000801" }] } });
    // whoever is written to as "recipient" reads it and answers
    await sandbox.post({ messaging_product: "whatsapp", recipient: to, ...text() });
    await sandbox.receiver.until(() =>
      sandbox.receiver.values().some(({ messages }) => messages !== undefined),
    );
    expect(sandbox.receiver.statuses().some(({ id }) => id === wamidOf(answer))).toBe(false);
    expect((await sandbox.control("GET", "counts")).body).toMatchObject({ total: 2, dropped: 1 });
    const { data } = (await sandbox.control("GET", "messages")).body as { data: Json[] };
    expect(data.map(({ dropped = false }) => dropped)).toEqual([true, false]);
  },
);

test('a user id in "to" is refused where the sandbox was asked to, until it is reset', async () => {
  expect((await sandbox.control("POST", "user_ids", { in_to: "refuse" })).body).toEqual({ in_to: "refuse" });
  expect(codeOf(await sandbox.send(text(), "US.15550000801"))).toBe(131009);
  expect((await sandbox.control("POST", "user_ids", { in_to: "deliver" })).status).toBe(400);
  await sandbox.control("POST", "reset", {});
  expect((await sandbox.send(text(), "US.15550000801")).status).toBe(200);
});

test("a read receipt is accepted, listed and answered with success", async () => {
  const receipt = { messaging_product: "whatsapp", status: "read", message_id: "wamid.a" };
  const typing = { typing_indicator: { type: "text" } };
  expect(await sandbox.post({ ...receipt, ...typing })).toEqual({ status: 200, body: { success: true } });
  const { body } = await sandbox.control("GET", "messages");
  expect(body.data).toMatchObject([{ wamid: "wamid.a", type: "read", to: null }]);
});

test.each([
  ["another status", { status: "delivered" }, 100],
  ["no message", { message_id: undefined }, 100],
  ["an id that is none", { message_id: "1" }, 131009],
  ["an unknown indicator", { typing_indicator: { type: "dance" } }, 131009],
  ["an unknown key", { to: PERSON }, 100],
])("a read receipt with %s is refused", async (_, change, code) => {
  const receipt = { messaging_product: "whatsapp", status: "read", message_id: "wamid.a", ...change };
  expect(await sandbox.post(receipt)).toMatchObject({ status: 400, body: { error: { code } } });
});

test("inbound passes a message on as it is given", async () => {
  const message = { type: "image", image: { id: "1", mime_type: "image/jpeg" }, id: "wamid.given" };
  const { body } = await sandbox.control("POST", "inbound", { from: PERSON, message, name: "Ada" });
  expect(body).toEqual({ id: "wamid.given", phone_number_id: PHONE.id });
  await sandbox.receiver.until(() => sandbox.receiver.values().length === 1);
  expect(sandbox.receiver.values()[0]).toMatchObject({
    contacts: [{ profile: { name: "Ada" }, wa_id: PERSON }],
    messages: [{ ...message, from: PERSON, timestamp: expect.any(String) }],
  });
});

test("a person presses a button of a message that they got, and no other", async () => {
  const buttons = ["Yes", "No"].map((title) => ({ type: "reply", reply: { id: `it is ${title}`, title } }));
  const interactive = { type: "button", body: { text: "Is it?" }, action: { buttons } };
  const message_id = wamidOf(await sandbox.send({ type: "interactive", interactive }));
  const press = (title: string, from = PERSON) =>
    sandbox.control("POST", "inbound", { from, kind: "press", content: { message_id, title } });
  expect((await press("No")).status).toBe(200);
  expect([(await press("Maybe")).status, (await press("No", "4915112345678")).status]).toEqual([409, 409]);
  const pressed = () => sandbox.receiver.values().flatMap(({ messages = [] }) => messages as Json[]);
  await sandbox.receiver.until(() => pressed().length > 0);
  expect(pressed()).toMatchObject([
    {
      ...{ from: PERSON, context: { from: PHONE.displayPhoneNumber.replace(/\D/g, ""), id: message_id } },
      interactive: { type: "button_reply", button_reply: { id: "it is No", title: "No" } },
    },
  ]);
});

describe("the callback URL", () => {
  test("can be moved, after the handshake", async () => {
    const other = openReceiver();
    const answer = await sandbox.control("POST", "webhook", { url: other.url, verify: true });
    expect(answer).toEqual({ status: 200, body: { url: other.url, verified: true } });
    await sandbox.send(text());
    await other.until(() => other.statuses().length === 3);
    expect(sandbox.receiver.statuses()).toEqual([]);
    await other.close();
  });

  test("stays when the handshake fails", async () => {
    const wrong = `${sandbox.sandbox.url}/sandbox/counts`;
    expect((await sandbox.control("POST", "webhook", { url: wrong, verify: true })).status).toBe(422);
    expect((await sandbox.control("GET", "webhooks")).body.callback_url).toBe(sandbox.receiver.url);
  });

  test("can be taken away, and then nobody can write in", async () => {
    await sandbox.control("POST", "webhook", { url: null });
    const answer = await sandbox.control("POST", "inbound", { from: PERSON, text: "Hi" });
    expect(answer.status).toBe(409);
  });
});

test("reset forgets messages, counts and templates", async () => {
  await sendAs("a");
  await sandbox.control("POST", "templates", {
    ...{ name: "mine", language: "en", components: [{ type: "BODY", text: "Hi" }] },
  });
  expect((await sandbox.control("POST", "reset")).body).toEqual({ reset: true });
  expect((await sandbox.control("GET", "counts")).body).toMatchObject({ total: 0, distinct: 0 });
  const template = { name: "mine", language: { code: "en" } };
  expect((await sandbox.send({ type: "template", template })).status).toBe(404);
});

describe("what the control API cannot use is refused", () => {
  test.each([
    ["POST", "inbound", { from: PERSON }, 400],
    ["POST", "inbound", { from: "nobody", text: "Hi" }, 400],
    ["POST", "inbound", { from: PERSON, text: "Hi", to: PERSON }, 400],
    ["POST", "inbound", { from: PERSON, text: "Hi", message: { type: "text" } }, 400],
    ["POST", "inbound", { from: PERSON, text: "Hi", phone_number_id: "1" }, 404],
    ["POST", "inbound", { from: PERSON, message: {} }, 400],
    ["POST", "webhook", { url: "ftp://example.com" }, 400],
    ["POST", "templates", { name: "A B" }, 400],
    ["POST", "webhook_fields", { without: ["letters"] }, 400],
    ["GET", "messages?limit=none", undefined, 400],
    ["GET", "nothing", undefined, 404],
    ["DELETE", "messages", undefined, 405],
  ])("%s %s %j", async (method, path, body, status) => {
    const answer = await sandbox.control(method, path, body);
    expect(answer).toEqual({ status, body: { error: { message: expect.any(String) } } });
  });

  test("a body that is not sent as JSON", async () => {
    const init = { method: "POST", body: JSON.stringify({ url: null }) };
    expect((await fetch(`${sandbox.sandbox.url}/sandbox/webhook`, init)).status).toBe(400);
  });
});

test("a full message log forgets the oldest calls, and their counts", () => {
  const messageLog = createMessageLog(2);
  const phone = {
    ...PHONE,
    digits: "1",
    verified: true,
    registered: true,
    pin: null,
    throughput: "STANDARD" as const,
    coexists: false,
    official: true,
    tries: [],
  };
  for (const callback of ["a", "b", "b"]) {
    messageLog.accept({
      ...{ wamid: callback, to: PERSON, byUserId: false, type: "text", asksForNumber: false, callback },
      ...{
        members: null,
        edge: "messages",
        category: null,
        bill: null,
        files: [],
        buttons: [],
        dropped: false,
        at: 0,
        phone,
      },
    });
  }
  expect(messageLog.total()).toBe(3);
  expect(messageLog.all().map(({ wamid }) => wamid)).toEqual(["b", "b"]);
  expect([...messageLog.calls()]).toEqual([["b", 2]]);
});
