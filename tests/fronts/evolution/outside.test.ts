/** Clients of Evolution that are none of ours, unchanged: Apprise, evolutionapi, pyevolutionapi, and the node of n8n. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { nodeOf } from "../outside/n8n-node.ts";
import { fromNpm, fromPyPI, runPython } from "../outside/packages.ts";
import { PERSON, type Site, startSite } from "../site.ts";

setDefaultTimeout(60_000);
const SCRIPT = join(import.meta.dir, "../outside/evolution_clients.py");

const python = await fromPyPI("apprise==2.3.0", "evolutionapi==0.1.2", "pyevolutionapi==0.1.1");
const npm = await fromNpm("n8n-nodes-evolution-api@1.0.4", "n8n-workflow@2.41.0");
for (const got of [python, npm])
  if ("missing" in got) process.stdout.write(`Clients of Evolution are passed over: ${got.missing}.\n`);

let site: Site;
let proxy: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
  // Apprise takes a host without a path: a proxy in front adds it
  proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(`${site.daemon.url}/compat/evolution${pathname}${search}`, request));
    },
  });
});
afterAll(async () => {
  await proxy.stop(true);
  await site.stop();
});

/** What a client of Python does with a channel, by its results. */
function run(client: string, instance = "home", to = ADA) {
  if ("missing" in python) throw new Error(python.missing);
  const { url, key } = site.daemon;
  const values = { CLIENT: client, URL: `${url}/compat/evolution`, KEY: key, TO: to, INSTANCE: instance };
  return runPython(python.path, SCRIPT, { ...values, HOST: `127.0.0.1:${proxy.port}` });
}

const lastText = async (channelId: string) => {
  const { body } = await site.daemon.call(
    "GET",
    `/v1/messages?channel_id=${channelId}&direction=outbound&limit=1`,
  );
  return body.data[0].text;
};

test.skipIf("missing" in python)("Apprise sends from both numbers", async () => {
  expect(await run("apprise")).toEqual({ apprise: true });
  expect(await lastText(site.channelId)).toContain("From Apprise");
  expect(await run("apprise", "shop", PERSON)).toEqual({ apprise: true });
  expect(await lastText(site.daemon.channelId)).toContain("From Apprise");
});

test.skipIf("missing" in python)(
  "evolutionapi lists, sends a text and a form's file, and reads",
  async () => {
    expect(await run("evolutionapi")).toMatchObject({
      evolutionapi_instances: [{ name: "home" }, { name: "shop" }],
      evolutionapi_state: { instance: { state: "open" } },
      evolutionapi_text: { key: { fromMe: true }, message: { conversation: "From evolutionapi" } },
      evolutionapi_media: {
        messageType: "documentMessage",
        message: { documentMessage: { fileName: "a.pdf" } },
      },
      evolutionapi_messages: {
        messages: {
          records: expect.arrayContaining([expect.objectContaining({ messageType: "documentMessage" })]),
        },
      },
    });
  },
);

test.skipIf("missing" in python)("pyevolutionapi reads what there is, and sends", async () => {
  expect(await run("pyevolutionapi")).toMatchObject({
    pyevolutionapi_health: true,
    pyevolutionapi_instances: [site.channelId, site.daemon.channelId],
    pyevolutionapi_state: { instance: { instanceName: "home", state: "open" } },
    pyevolutionapi_numbers: [{ exists: true, number: ADA }],
  });
  expect(await lastText(site.channelId)).toBe("From pyevolutionapi");
});

type Json = Record<string, unknown>;

/** What the node of n8n answers, about the paired number unless it is said otherwise. */
function n8n(resource: string, operation: string, parameters: Json = {}) {
  if ("missing" in npm) throw new Error(npm.missing);
  const node = nodeOf(npm.path, {
    "server-url": `${site.daemon.url}/compat/evolution`,
    apikey: site.daemon.key,
  });
  return node(resource, operation, { instanceName: "home", remoteJid: ADA, ...parameters });
}

const FILE = `data:application/pdf;base64,${Buffer.from("%PDF-1.4 small").toString("base64")}`;
const VALUES = [{ optionValue: "Mo" }, { optionValue: "Tu" }];
const SENDS: [string, Json][] = [
  ["send-text", { messageText: "From n8n" }],
  ["send-document", { media: FILE, caption: "A file", fileName: "a.pdf" }],
  ["send-poll", { caption: "When?", "options_display.metadataValues": VALUES }],
  ["send-contact", { "contacts.contactValues": [{ fullName: "Ada", wuid: ADA, phoneNumber: `+${ADA}` }] }],
  [
    "send-buttons",
    {
      title: "Yes?",
      description: "Do",
      "buttons.buttonValues": [{ type: "reply", displayText: "Yes", id: "y" }],
    },
  ],
];

test.skipIf("missing" in npm).each(SENDS)("the node of n8n: %s", async (operation, parameters) => {
  const { key } = await n8n("messages-api", operation, parameters);
  const message = await site.daemon.until(key.id, "sent", "delivered", "read", "failed");
  expect(message).toMatchObject({ error: null, to: ADA });
});

test.skipIf("missing" in npm)("the node of n8n reads and changes chats", async () => {
  const received = await site.receive("text", { body: "Hi, n8n" });
  const messageId = received.provider_message_id;
  expect(await n8n("chat-api", "check-number", { numbers: ADA })).toMatchObject([{ exists: true }]);
  expect(await n8n("chat-api", "read-messages", { messageId, fromMe: false })).toMatchObject({
    read: "success",
  });
  expect(
    await n8n("messages-api", "send-reaction", { messageId, fromMe: false, reaction: "👍" }),
  ).toMatchObject({ messageType: "reactionMessage" });
  const found = await n8n("chat-api", "find-messages", { page: 1, offset: 10 });
  expect(found.messages.records).toContainEqual(
    expect.objectContaining({ message: { conversation: "Hi, n8n" } }),
  );
  expect(await n8n("chat-api", "find-contacts", { listAll: false })).toMatchObject([{ type: "contact" }]);
  expect(await n8n("chat-api", "mark-unread", { chat: ADA, messageId, fromMe: false })).toMatchObject({
    markedChatUnread: true,
  });
  expect(
    await n8n("chat-api", "manage-archive", { chat: ADA, archive: true, messageId, fromMe: false }),
  ).toMatchObject({ archived: true });
  expect(await n8n("profile-api", "fetch-profile")).toMatchObject({ numberExists: true });
});

test.skipIf("missing" in npm)("the node of n8n sets up instances, groups and webhooks", async () => {
  expect(await n8n("instances-api", "fetch-instances", { instanceName: "" })).toMatchObject([
    { name: "home" },
    { name: "shop" },
  ]);
  const settings = { rejectCall: true, groupsIgnore: false, alwaysOnline: false, readMessages: false };
  await n8n("instances-api", "instance-settings", {
    ...settings,
    msgCall: "",
    syncFullHistory: false,
    readStatus: false,
  });
  const group = await n8n("groups-api", "create-group", {
    subject: "Lunch",
    participants: ADA,
    description: "x",
  });
  expect(group).toMatchObject({ subject: "Lunch" });
  const webhook = { resourceForWebhook: "setWebhook", enabled: true, webhookUrl: "https://example.com/n8n" };
  const set = {
    ...webhook,
    webhookByEvents: false,
    webhookBase64: false,
    webhookEvents: ["MESSAGES_UPSERT"],
  };
  expect(await n8n("events-api", "webhook", set)).toMatchObject({
    url: "https://example.com/n8n",
    enabled: true,
  });
});

test.skipIf("missing" in npm)("the node of n8n says what is not here, and what does it", async () => {
  const refused = n8n("profile-api", "fetch-privacy-settings");
  await expect(refused).rejects.toThrow();
  const description = await refused.catch((cause) => `${cause.message} ${cause.description}`);
  expect(description).toContain("501");
});
