/** Our nodes in n8n itself: flows that are published, run, are started again and are taken back. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { hear } from "../../conversations/support.ts";
import { fromNpm } from "../../fronts/outside/packages.ts";
import { PERSON } from "../../fronts/site.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { ownDaemon } from "../../support/own-daemon.ts";
import { until } from "../../support/until.ts";
import { fetchN8n, type N8n, startN8n } from "./n8n.ts";
import { unpackedNodes } from "./nodes-package.ts";

setDefaultTimeout(300_000);
const PATIENCE_MS = 60_000;
const BOTH = ["n8n: Ordered (trigger)", "n8n: Thanks (trigger)"];

const program = await fetchN8n();
const theirs = await fromNpm("n8n-nodes-evolution-api@1.0.4", "n8n-workflow@2.41.0");
const missing = "missing" in program ? program.missing : "missing" in theirs ? theirs.missing : null;
if (missing !== null) process.stdout.write(`n8n is passed over: ${missing}.\n`);

const waypost = ownDaemon();
let database: TestDatabase;
let n8n: N8n;
beforeAll(async () => {
  if ("missing" in program || "missing" in theirs) return;
  const nodes = join(theirs.path, "node_modules");
  database = await emptyDatabase();
  n8n = await startN8n(program.path, database, {
    "n8n-nodes-waypost": await unpackedNodes(),
    "n8n-nodes-evolution-api": join(nodes, "n8n-nodes-evolution-api"),
  });
});
afterAll(async () => {
  await n8n?.stop();
  await database?.drop();
});

type Json = Record<string, unknown>;
type Flow = { id: string; versionId: string };

async function credential(type: string, data: Json): Promise<Json> {
  const { id } = await n8n.ask("POST", "/credentials", { name: type, type, data });
  return { [type]: { id, name: type } };
}

const ours = () => credential("waypostApi", { url: waypost.url, apiKey: waypost.key });

/** A flow of two nodes, the second of which does something when the first starts. */
async function flowOf(name: string, first: Json, second: Json): Promise<Flow> {
  const nodes = [first, second].map((node, at) => ({
    ...{ id: crypto.randomUUID(), name: at === 0 ? "Start" : "Do", typeVersion: 1, position: [300 * at, 0] },
    ...node,
  }));
  const connections = { Start: { main: [[{ node: "Do", type: "main", index: 0 }]] } };
  return await n8n.ask("POST", "/workflows", { name, nodes, connections, settings: {} });
}

/** A flow that our trigger starts, and that replies with some words. */
async function replying(words: string, filters: Json): Promise<Flow> {
  const credentials = await ours();
  const events = { events: ["message.new"], channelIds: [waypost.channelId], filters };
  const reply = { resource: "message", operation: "reply", type: "text", text: words };
  const conversationId = "={{ $json.message.conversation_id }}";
  const type = "n8n-nodes-waypost.waypost";
  return await flowOf(
    words,
    { type: `${type}Trigger`, webhookId: crypto.randomUUID(), parameters: events, credentials },
    { type, parameters: { ...reply, conversationId }, credentials },
  );
}

const publish = ({ id, versionId }: Flow) => n8n.ask("POST", `/workflows/${id}/activate`, { versionId });
const takeBack = ({ id }: Flow) => n8n.ask("POST", `/workflows/${id}/deactivate`, {});

/** n8n publishes and takes back a moment after it has said so. */
async function expectEndpoints(expected: string[]): Promise<void> {
  const descriptions = async (): Promise<string[]> => {
    const { body } = await waypost.call("GET", "/v1/settings/developer/webhooks");
    return body.data.map(({ description }: Json) => description).toSorted();
  };
  await until(async () => (await descriptions()).length === expected.length, PATIENCE_MS);
  expect(await descriptions()).toEqual(expected);
}

async function replies(to: string): Promise<string[]> {
  const { body } = await waypost.call("GET", "/v1/messages?direction=outbound&limit=100");
  const mine = body.data.filter((message: Json) => message.to === to);
  return mine.map(({ text }: Json) => text).toSorted();
}

/** Somebody writes some messages, and these replies come. */
async function expectReplies(from: string, texts: string[], expected: string[]): Promise<void> {
  for (const body of texts) await hear(waypost, from, 0, { text: { body } });
  await until(async () => (await replies(from)).length >= expected.length, PATIENCE_MS);
  expect(await replies(from)).toEqual(expected);
}

test.skipIf(missing !== null)(
  "two flows on one number run, each on what it asks for, also after a restart, until they are taken back",
  async () => {
    const every = await replying("Thanks", {});
    const orders = await replying("Ordered", { words: "ORDER table" });
    await publish(every);
    await publish(orders);
    await expectEndpoints(BOTH);
    const expected = ["Ordered", "Thanks", "Thanks"];
    await expectReplies("14155579001", ["Hi", "An order for table 4"], expected);
    await n8n.restart();
    await expectEndpoints(BOTH);
    await expectReplies("14155579002", ["Hi", "An order for table 5"], expected);
    await expectReplies("14155579001", [], expected);
    await takeBack(orders);
    await expectEndpoints(["n8n: Thanks (trigger)"]);
    await takeBack(every);
    await expectEndpoints([]);
  },
);

test.skipIf(missing !== null)(
  "a flow is tried out beside itself in production, once, by an endpoint that goes then",
  async () => {
    const flow = await replying("Tried", {});
    await publish(flow);
    await expectEndpoints(["n8n: Tried (trigger)"]);
    const started = { triggerToStartFrom: { name: "Start" } };
    expect(await n8n.ask("POST", `/workflows/${flow.id}/run`, started)).toEqual({ waitingForWebhook: true });
    await expectEndpoints(["n8n: Tried (manual)", "n8n: Tried (trigger)"]);
    await expectReplies("14155579003", ["Hi"], ["Tried", "Tried"]);
    await expectEndpoints(["n8n: Tried (trigger)"]);
    await expectReplies("14155579004", ["Hi"], ["Tried"]);
    await takeBack(flow);
    await expectEndpoints([]);
  },
);

test.skipIf(missing !== null)(
  "after a hard kill of n8n its flow runs on by the same endpoint, and on what came meanwhile",
  async () => {
    const flow = await replying("Back", {});
    await publish(flow);
    await expectEndpoints(["n8n: Back (trigger)"]);
    const failed = async () =>
      (await waypost.call("GET", "/v1/settings/developer/webhooks/deliveries?status=failed")).body.data;
    await n8n.restart({
      isKilled: true,
      async meanwhile() {
        await hear(waypost, "14155579005", 0, { text: { body: "Hi" } });
        await until(async () => (await failed()).length > 0, PATIENCE_MS);
      },
    });
    await expectEndpoints(["n8n: Back (trigger)"]);
    // the next attempt by itself may be minutes away
    const [{ message_id }] = await failed();
    await waypost.call("POST", `/v1/settings/developer/webhooks/deliveries/${message_id}/retry`, {});
    await expectReplies("14155579005", [], ["Back"]);
    await expectReplies("14155579006", ["Hi"], ["Back"]);
    await takeBack(flow);
    await expectEndpoints([]);
  },
);

test.skipIf(missing !== null)(
  "a flow made for Evolution sends by our address and key in its credential alone",
  async () => {
    const server = `${waypost.url}/compat/evolution`;
    const credentials = await credential("evolutionApi", { "server-url": server, apikey: waypost.key });
    const path = crypto.randomUUID();
    const parameters = { resource: "messages-api", operation: "send-text", instanceName: "Sandbox" };
    const flow = await flowOf(
      "Evolution",
      { type: "n8n-nodes-base.webhook", typeVersion: 2, webhookId: path, parameters: { path } },
      {
        type: "n8n-nodes-evolution-api.evolutionApi",
        parameters: { ...parameters, remoteJid: PERSON, messageText: "From a flow of Evolution" },
        credentials,
      },
    );
    await publish(flow);
    await until(async () => (await fetch(`${n8n.url}/webhook/${path}`)).ok, PATIENCE_MS);
    await until(async () => (await replies(PERSON)).length === 1, PATIENCE_MS);
    expect(await replies(PERSON)).toEqual(["From a flow of Evolution"]);
  },
);
