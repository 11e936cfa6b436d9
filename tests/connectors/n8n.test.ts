/** Our nodes for n8n, as they are built, against a daemon. */
import { beforeAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { hear } from "../conversations/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { contextOf, loadNodes } from "./n8n-context.ts";

const waypost = sharedDaemon();
let nodes: Awaited<ReturnType<typeof loadNodes>>;
beforeAll(async () => {
  nodes = await loadNodes();
});

type Json = Record<string, unknown>;
async function run(resource: string, operation: string, parameters: Json, items?: []) {
  const context = contextOf(waypost, {
    parameters: { resource, operation, ...parameters },
    ...(items && { items }),
  });
  const [made = []] = await new nodes.Waypost().execute.call(context);
  return made;
}
const trigger = (name: "checkExists" | "create" | "delete", context: ReturnType<typeof contextOf>) =>
  new nodes.WaypostTrigger().webhookMethods.default[name].call(context);

test("they offer each type of messages and each event, and no others", () => {
  const offered = (node: keyof typeof nodes, name: string) =>
    new nodes[node]().description.properties
      .find((one) => one.name === name)
      ?.options?.map((one) => one.value);
  expect(offered("Waypost", "type")?.toSorted()).toEqual(
    messageTypes()
      .map(({ type }) => type)
      .toSorted(),
  );
  expect(offered("WaypostTrigger", "events")?.toSorted()).toEqual(EVENT_TYPES.toSorted());
});

test("a text is sent once for each item, and a reply goes to its conversation", async () => {
  const send = { channelId: waypost.channelId, to: "14155578001", type: "text", text: "Hello from a flow" };
  const items = [{ json: {} }, { json: {} }];
  const context = contextOf(waypost, {
    parameters: { resource: "message", operation: "send", ...send },
    items,
  });
  const [made = []] = await new nodes.Waypost().execute.call(context);
  const again = await new nodes.Waypost().execute.call(context);
  const ids = made.map(({ json }) => json.id);
  expect(new Set(ids).size).toBe(2);
  expect(again[0]?.map(({ json }) => json.id)).toEqual(ids);
  const conversationId = await hear(waypost, "14155578002");
  const [reply] = await run("message", "reply", { conversationId, type: "text", text: "Yes" });
  const shown = (await waypost.call("GET", `/v1/messages/${reply?.json.id}`)).body;
  expect(shown).toMatchObject({ conversation_id: conversationId, text: "Yes" });
});

test("people are made, found, changed and tagged, and what is refused says why", async () => {
  const fields = { phone_number: "+14155578003", name: "Grace Hopper" };
  const [made] = await run("contact", "create", { fields: JSON.stringify(fields) });
  const id = made?.json.id;
  await run("contact", "update", { id, fields: { name: "Rear Admiral Hopper" } });
  await run("contact", "addTags", { id, tags: "navy, cobol" });
  await run("contact", "removeTags", { id, tags: "cobol" });
  const found = await run("contact", "getAll", { words: "Hopper", limit: 5 });
  expect(found.map(({ json }) => json.id)).toEqual([id]);
  const tags = (await waypost.call("GET", `/v1/contacts/${id}/tags`)).body.data;
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(["navy"]);
  await expect(run("message", "get", { id: "none" })).rejects.toThrow(/not found/);
});

test("a file goes up as it is, and comes down the same", async () => {
  const data = Buffer.from("%PDF-1.4\n%%EOF\n");
  const binary = { data: { data, fileName: "menu.pdf", mimeType: "application/pdf" } };
  const parameters = { resource: "file", operation: "upload", binaryProperty: "data" };
  const context = contextOf(waypost, { parameters, items: [{ json: {}, binary }] });
  const [[up] = []] = await new nodes.Waypost().execute.call(context);
  const [down] = await run("file", "download", { id: up?.json.id, binaryProperty: "data" });
  expect(down?.binary?.data?.data.equals(data)).toBe(true);
});

test("a flow has an endpoint to test and one in production, which it knows and removes", async () => {
  const kept = {};
  const at = (url: string) => contextOf(waypost, { parameters: { events: ["message.new"] }, url, kept });
  const production = at("http://127.0.0.1:9/webhook/1/waypost");
  const tried = at("http://127.0.0.1:9/webhook-test/1/waypost");
  for (const each of [production, tried]) {
    expect(await trigger("checkExists", each)).toBe(false);
    await trigger("create", each);
    expect(await trigger("checkExists", each)).toBe(true);
  }
  await trigger("delete", tried);
  expect(await trigger("checkExists", tried)).toBe(false);
  expect(await trigger("checkExists", production)).toBe(true);
  await trigger("delete", production);
  expect(await trigger("delete", production)).toBe(true);
});

test("what comes to the test URL is judged by the secret of its own endpoint", async () => {
  const kept: Json = { production: { secret: "whsec_AAAA" } };
  const parameters = { events: ["message.new"], filters: {} };
  const hooks = contextOf(waypost, { parameters, url: "http://127.0.0.1:9/webhook-test/1/waypost", kept });
  await trigger("create", hooks);
  const { secret } = kept.test as { secret: string };
  const call = async (mode: "manual" | "trigger") => {
    const request = await signed(secret, { contact_id: null });
    const url = "http://127.0.0.1:9/webhook/1/waypost";
    return await new nodes.WaypostTrigger().webhook.call(
      contextOf(waypost, { parameters, url, kept, mode, request }),
    );
  };
  expect(await call("manual")).toHaveProperty("workflowData");
  expect(await call("trigger")).toMatchObject({ noWebhookResponse: true });
});

test("two flows on one number get what each asks for, with the message and the person, and nothing unsigned", async () => {
  const receiver = startReceiver();
  const flow = async (path: string, filters: Json) => {
    const given = {
      parameters: { events: ["message.new"], filters },
      url: `${receiver.url}${path}`,
      kept: {},
    };
    await trigger("create", contextOf(waypost, given));
    return given;
  };
  const every = await flow("/every", {});
  const orders = await flow("/orders", { words: "ORDER table", types: ["text"] });
  await hear(waypost, "14155578004", 0, { text: { body: "Hi" } });
  await hear(waypost, "14155578004", 0, { text: { body: "An order for table 4" } });
  await until(() => receiver.received.length === 4);
  const started = async (given: typeof every) => {
    const secretOf = contextOf(waypost, given);
    const seen: unknown[] = [];
    for (const request of receiver.received) {
      const context = { ...secretOf, ...contextOf(waypost, { ...given, request }) };
      const { workflowData } = await new nodes.WaypostTrigger().webhook.call(context);
      const [[item] = []] = workflowData ?? [];
      if (item !== undefined) seen.push(((item.json as Json).message as Json).text);
    }
    return seen;
  };
  // each takes only what its own endpoint signed
  expect((await started(every)).toSorted()).toEqual(["An order for table 4", "Hi"]);
  expect(await started(orders)).toEqual(["An order for table 4"]);
  const [first] = receiver.received;
  if (first === undefined) throw new Error("nothing came");
  const forged = contextOf(waypost, { ...every, request: { ...first, body: `${first.body} ` } });
  expect(await new nodes.WaypostTrigger().webhook.call(forged)).toMatchObject({ noWebhookResponse: true });
  expect(forged.answers).toEqual([401]);
  await receiver.stop();
});

/** What Waypost posts to a flow, signed with the flow's secret. */
const signed = async (secret: string, data: Json) => {
  const [id, now, body] = ["msg_1", new Date(), JSON.stringify({ type: "message.new", data })];
  const signature = new Webhook(secret).sign(id, now, body);
  const at = String(Math.floor(now.getTime() / 1000));
  return {
    ...{ body },
    headers: { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature },
  };
};

test("a flow starts without a message that is gone, and is asked again when Waypost can't be read", async () => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`;
  const start = async (message_id: string, key = waypost.key) => {
    const request = await signed(secret, { message_id });
    const given = { parameters: {}, url: "http://127.0.0.1:9/webhook/1", kept: { production: { secret } } };
    const context = contextOf({ ...waypost, key }, { ...given, request });
    return await new nodes.WaypostTrigger().webhook.call(context);
  };
  const gone = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12";
  expect((await start(gone)).workflowData?.[0]?.[0]).toMatchObject({ json: { message: null } });
  await expect(start(gone, "wp_none")).rejects.toThrow(/invalid/i);
});
