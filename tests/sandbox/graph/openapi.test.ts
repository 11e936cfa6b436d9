import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { GRAPH_VERSIONS } from "../../support/graph-version.ts";
import { type OpenApi, readOpenApi } from "./openapi.ts";
import { define, filled, MISFITS, REFUSED, uploadAll, withStrangers } from "./openapi-examples.ts";
import { codeOf, type Json, openSandbox, PERSON, PHONE, type TestSandbox, text } from "./support.ts";

const found = await readOpenApi();
if (found === null) process.stderr.write("skipped: Meta's OpenAPI file is not beside the project\n");

describe.skipIf(found === null).each(GRAPH_VERSIONS)("Meta's OpenAPI file, by %s", (version) => {
  const openApi = found as OpenApi;
  let sandbox: TestSandbox;
  let messages: [string, Json][];

  beforeAll(async () => {
    sandbox = await openSandbox({ version });
    const ids = await uploadAll(sandbox);
    messages = openApi.messages.map(([name, example]) => [name, filled(example, ids)]);
  });
  afterAll(() => sandbox.close());

  async function sendExample(message: Json) {
    await define(sandbox, message);
    return sandbox.post(message);
  }

  test("has every example taken but those named", async () => {
    const refused: string[] = [];
    for (const [name, message] of messages) {
      const answer = await sendExample(message);
      if (answer.status !== 200) refused.push(name);
      const schema = "status" in message ? "MarkMessageResponsePayload" : "MessageResponsePayload";
      if (answer.status === 200) expect(openApi.complaints(schema, answer.body)).toBeNull();
    }
    expect(messages.length).toBeGreaterThanOrEqual(50);
    expect(refused.toSorted()).toEqual(Object.keys(REFUSED).toSorted());
  });

  test("has every example refused once it holds a key nobody knows", async () => {
    for (const [name, message] of messages.filter(([name]) => REFUSED[name] === undefined)) {
      await define(sandbox, message);
      for (const copy of withStrangers(message)) {
        const answer = await sandbox.post(copy);
        expect([name, answer.status, codeOf(answer)]).toEqual([name, 400, 100]);
        expect(openApi.complaints("GraphAPIError", answer.body)).toBeNull();
      }
    }
  });

  test("agrees with the sandbox about content, where it agrees with itself", () => {
    const misfits = new Set<string>();
    for (const [name, message] of messages.filter(([name]) => REFUSED[name] === undefined)) {
      if ("status" in message) {
        expect(openApi.complaints("MarkMessageRequestPayload", message)).toBeNull();
        continue;
      }
      const type = String(message.type ?? "text");
      const complaint = openApi.complaints(contentSchema(type), message[type]);
      if (complaint !== null) misfits.add(MISFITS[type] === undefined ? `${name}: ${complaint}` : type);
    }
    expect([...misfits].toSorted()).toEqual(Object.keys(MISFITS).toSorted());
  });

  /** The file closes its message schemas against their own common keys, so contents are checked alone. */
  function contentSchema(type: string): Json {
    const name = `${type[0]?.toUpperCase()}${type.slice(1)}Message`;
    return { $ref: `meta#/components/schemas/${name}/allOf/1/properties/${type}` };
  }

  test.each([
    ["a wrong token", 190, "?access_token=wrong", {}],
    ["a wrong message", 131008, "", { messaging_product: "whatsapp", to: PERSON, text: {} }],
    ["an unknown template", 132001, "", template("unknown")],
  ])("describes the answer to %s", async (_, code, query, body) => {
    const headers = query === "" ? { authorization: sandbox.authorization } : undefined;
    const url = `${sandbox.sandbox.graphUrl}/${PHONE.id}/messages${query}`;
    const init = { method: "POST", body: JSON.stringify(body), ...(headers && { headers }) };
    const answer: unknown = await (await fetch(url, init)).json();
    expect(answer).toMatchObject({ error: { code } });
    expect(openApi.complaints("GraphAPIError", answer)).toBeNull();
  });

  function template(name: string): Json {
    const language = { code: "en_US" };
    return { messaging_product: "whatsapp", to: PERSON, type: "template", template: { name, language } };
  }

  test.each([
    ["PhoneNumberInfo", PHONE.id],
    [
      "WhatsAppBusinessAccountPhoneNumbersConnection",
      `${PHONE.wabaId}/phone_numbers?fields=id,display_phone_number,status`,
    ],
    ["SubscribedAppsResponse", `${PHONE.wabaId}/subscribed_apps`],
  ])("describes %s", async (schema, path) => {
    const { body } = await sandbox.graph("GET", path);
    expect(openApi.complaints(schema, body)).toBeNull();
  });

  test("describes the list of templates", async () => {
    const { body } = await sandbox.graph("GET", `${PHONE.wabaId}/message_templates`);
    expect((body.data as Json[]).length).toBeGreaterThan(1);
    expect(openApi.complaints(openApi.templateList, body)).toBeNull();
  });

  test("describes the status webhooks", async () => {
    await sandbox.send({ ...text(), biz_opaque_callback_data: "ours" });
    await sandbox.send(text(), "15550000101");
    await sandbox.send(text(), "15550000801");
    const statuses = sandbox.receiver.statuses;
    await sandbox.receiver.until(() => {
      const inbound = sandbox.receiver.values().some((value) => value.messages !== undefined);
      return inbound && statuses().some(({ status }) => status === "failed");
    });
    for (const { body } of sandbox.receiver.webhooks) {
      expect(openApi.complaints("WebhookPayload", body)).toBeNull();
    }
  });

  test("has its inbound examples sent as they stand", async () => {
    const examples = openApi.webhooks.filter(([, { entry }]) =>
      JSON.stringify(entry).includes('"messages":['),
    );
    expect(examples.length).toBeGreaterThanOrEqual(13);
    for (const [name, example] of examples) {
      const value = firstValue(example);
      const [message] = value.messages as [Json];
      const [contact] = (value.contacts ?? [{ profile: { name: "Nobody" } }]) as [
        { profile: { name: string } },
      ];
      const { from } = message;
      await sandbox.control("POST", "inbound", { from, message, name: contact.profile.name });
      const sent = () =>
        sandbox.receiver.webhooks.find(({ body }) => hasMessage(body, String(message.id), message));
      await sandbox.receiver.until(() => sent() !== undefined);
      const { metadata: _, ...rest } = value;
      expect([name, firstValue(sent()?.body ?? {})]).toEqual([
        name,
        { ...rest, metadata: expect.any(Object) },
      ]);
      expect([name, openApi.complaints("WebhookPayload", sent()?.body)]).toEqual([name, null]);
    }
  });
});

function firstValue(webhook: Json): Json {
  const [entry] = webhook.entry as [{ changes: [{ value: Json }] }];
  return entry.changes[0].value;
}

/** Several examples share an id, so the message itself is compared too. */
function hasMessage(body: Json, id: string, message: Json): boolean {
  const [found] = (firstValue(body).messages ?? []) as Json[];
  return found?.id === id && found.type === message.type;
}
