import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { GRAPH_VERSIONS } from "../../support/graph-version.ts";
import { codeOf, type Json, openSandbox, PERSON, PHONE, type TestSandbox, text } from "./support.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const message: Json = { messaging_product: "whatsapp", to: PERSON, ...text() };

async function raw(
  path: string,
  init: RequestInit,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(sandbox.sandbox.url + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("a request the Graph API would not let through", () => {
  const path = `/v23.0/${PHONE.id}/messages`;
  const body = JSON.stringify(message);

  test("without a token is 401 with code 190", async () => {
    const answer = await raw(path, { method: "POST", body });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      error: {
        message: expect.any(String),
        type: "OAuthException",
        code: 190,
        fbtrace_id: expect.any(String),
      },
    });
  });

  test("with a wrong token is 401 with code 190", async () => {
    const answer = await raw(path, { method: "POST", body, headers: { authorization: "Bearer EAAwrong" } });
    expect([answer.status, codeOf(answer)]).toEqual([401, 190]);
  });

  test("takes the token as a query parameter too", async () => {
    const token = sandbox.authorization.replace("Bearer ", "");
    expect((await raw(`${path}?access_token=${token}`, { method: "POST", body })).status).toBe(200);
  });

  test.each([
    ["a version that there is not yet", "POST", `/v28.0/${PHONE.id}/messages`, 2500],
    ["an unknown path", "POST", `/v23.0/${PHONE.id}/messages/more`, 2500],
    ["an unknown phone number", "POST", "/v23.0/999/messages", 100],
    ["an unknown edge", "POST", `/v23.0/${PHONE.id}/nothing`, 100],
    ["a wrong method", "DELETE", `/v23.0/${PHONE.id}/messages`, 100],
    ["an account's edge on a phone number", "GET", `/v23.0/${PHONE.id}/subscribed_apps`, 100],
  ])("%s is refused", async (_, method, where, code) => {
    const headers = { authorization: sandbox.authorization };
    const answer = await raw(where, { method, headers, ...(method === "POST" ? { body } : {}) });
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    expect(answer.body.error).not.toHaveProperty("error_subcode");
  });

  test.each(["?ids=1,2", "?batch=[]"])("many at once, by %s, are refused as since v26.0", async (query) => {
    const headers = { authorization: sandbox.authorization };
    for (const version of GRAPH_VERSIONS) {
      const answer = await raw(`/${version}/${query}`, { method: "GET", headers });
      expect([answer.status, codeOf(answer)]).toEqual([400, 100]);
    }
  });

  test.each([
    ["is not JSON", "{"],
    ["is a list", "[]"],
    ["is a string", '"text"'],
    ["is empty", ""],
  ])("a body that %s is refused with code 100", async (_, wrong) => {
    const answer = await sandbox.graph("POST", `${PHONE.id}/messages`, wrong);
    expect([answer.status, codeOf(answer)]).toEqual([400, 100]);
  });
});

describe("the frame of a message", () => {
  test("is answered with the recipient's id and the message's", async () => {
    const answer = await sandbox.post({ ...message, to: "+1 (650) 555-1234" });
    expect(answer).toEqual({
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [{ input: "+1 (650) 555-1234", wa_id: PERSON }],
        messages: [{ id: expect.stringMatching(/^wamid\.[A-Za-z0-9+/=]{40,}$/), message_status: "accepted" }],
      },
    });
  });

  test("takes a context, callback data of 512 bytes and the recipient type", async () => {
    const answer = await sandbox.post({
      ...message,
      recipient_type: "individual",
      context: { message_id: "wamid.before" },
      biz_opaque_callback_data: "é".repeat(256),
    });
    expect(answer.status).toBe(200);
    const { data } = (await sandbox.control("GET", "messages")).body;
    expect(data).toContainEqual(expect.objectContaining({ quotes: "wamid.before" }));
  });

  test("may name the recipient by user id alone", async () => {
    const { to: _, ...unnamed } = message;
    const answer = await sandbox.post({ ...unnamed, recipient: "US.13491208655302741918" });
    const id = "US.13491208655302741918";
    expect(answer.body.contacts).toEqual([{ input: id, user_id: id }]);
  });

  test("has the type text when none is given", async () => {
    const { type: _, ...untyped } = message;
    expect((await sandbox.post(untyped)).status).toBe(200);
  });

  test.each([
    ["no product", { messaging_product: undefined }, 100],
    ["another product", { messaging_product: "sms" }, 100],
    ["no recipient", { to: undefined }, 100],
    ["a number that is a word", { to: "nobody" }, 131009],
    ["a number that is a number", { to: 16505551234 }, 100],
    ["the sender as recipient", { to: PHONE.displayPhoneNumber }, 131021],
    ["an unknown recipient type", { recipient_type: "group_of_friends" }, 100],
    ["an unknown key", { preview_url: true }, 100],
    ["the content of another type", { image: { link: "https://example.com/a.png" } }, 100],
    ["an unknown type", { type: "poem", poem: {} }, 100],
    ["no content", { text: undefined }, 100],
    ["a type without its content", { type: "image", text: undefined }, 100],
    ["an empty context", { context: {} }, 131008],
    ["an unknown key in the context", { context: { message_id: "wamid.a", from: "1" } }, 100],
    ["callback data of 513 bytes", { biz_opaque_callback_data: `${"é".repeat(256)}a` }, 100],
    ["callback data that is an object", { biz_opaque_callback_data: {} }, 100],
  ])("with %s is refused", async (_, change, code) => {
    const answer = await sandbox.post({ ...message, ...change });
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    expect(answer.body.error).toMatchObject({
      type: "OAuthException",
      message: expect.stringContaining(`(#${code}) `),
      error_data: { messaging_product: "whatsapp", details: expect.any(String) },
      fbtrace_id: expect.any(String),
    });
  });
});
