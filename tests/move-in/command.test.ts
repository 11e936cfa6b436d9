/** `waypost move-in evolution` on a database of Evolution's, with a number that a real client has paired. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOwnClient } from "../channels/session-move/own-client.ts";
import { createTalk } from "../channels/session-move/talk.ts";
import { runCli } from "../cli/run-cli.ts";
import { AT_ONCE, type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type EvolutionStore, evolutionStore } from "./evolution-store.ts";

const NUMBER = "15557010077";
const BEA = "14155550177";
const LID = "187240155021877";
const AT = Math.floor(Date.now() / 1000) - 86_400;

const instances = temporaryFolder("instances");
let chat: Chat;
let store: EvolutionStore;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  const folder = mkdtempSync(join(tmpdir(), "waypost-move-"));
  const own = await startOwnClient(chat.web, folder, NUMBER);
  await createTalk(chat, NUMBER).before(own);
  await own.stop();
  store = await evolutionStore();
  const instanceId = await fill(store);
  const tornId = await store.add("Instance", { name: "Torn", ownerJid: "15557010078@s.whatsapp.net" });
  await store.add("Session", { sessionId: tornId, creds: '"{' });
  await store.add("Proxy", {
    ...{ instanceId: tornId, enabled: true, host: "169.254.169.254", port: "80", protocol: "http" },
    ...{ username: "", password: "" },
  });
  await store.add("Webhook", { instanceId: tornId, url: "http://n8n:5678/hook", webhookBase64: true });
  await store.add("Chatwoot", { instanceId: tornId, enabled: true });
  const creds = await Bun.file(join(folder, "creds.json")).text();
  await store.add("Session", { sessionId: instanceId, creds: JSON.stringify(creds) });
  renameSync(folder, join(instances, instanceId));
});
afterAll(async () => {
  await store.drop();
  await chat.stop();
});

async function fill({ add }: EvolutionStore): Promise<string> {
  const instanceId = await add("Instance", { name: "Moved", ownerJid: `${NUMBER}:3@s.whatsapp.net` });
  await add("Setting", { instanceId, rejectCall: true });
  await add("Webhook", {
    ...{
      instanceId,
      url: "https://example.com/hook",
      events: ["MESSAGES_UPSERT"],
      headers: { "x-shop": "1" },
    },
  });
  await add("Contact", { instanceId, remoteJid: `${BEA}@s.whatsapp.net`, pushName: "Bea" });
  await add("IsOnWhatsapp", {
    remoteJid: `${BEA}@s.whatsapp.net`,
    jidOptions: `${BEA}@s.whatsapp.net,${LID}@lid`,
  });
  const message = (id: string, address: string, more: object = {}) =>
    add("Message", {
      ...{
        instanceId,
        source: "android",
        messageType: "conversation",
        messageTimestamp: AT,
        pushName: "Bea",
      },
      ...{ key: { id, remoteJid: address, fromMe: false }, message: { conversation: id }, ...more },
    });
  await message("first", `${BEA}@s.whatsapp.net`);
  await message("second", `${LID}@lid`);
  // refused by the API, alone
  await message("x".repeat(300), `${BEA}@s.whatsapp.net`);
  await message("third", `${BEA}@s.whatsapp.net`, {
    ...{ key: { id: "third", remoteJid: `${BEA}@s.whatsapp.net`, fromMe: true }, status: "READ" },
    ...{ message: { conversation: "an answer" }, contextInfo: { stanzaId: "second" } },
  });
  return instanceId;
}

const run = (...words: string[]) =>
  runCli(["move-in", "evolution", "--database", "-", "--files", instances, ...words], {
    stdin: store.url,
    env: { WAYPOST_URL: chat.daemon.url, WAYPOST_API_KEY: chat.daemon.key },
  });

const get = async (path: string) => (await chat.daemon.call("GET", path)).body;
const made = async () => {
  const { data } = await get("/v1/channels");
  return data.filter(({ name }: { name: string }) => name === "Moved");
};

test("--dry-run shows the plan, nothing secret, and makes nothing", async () => {
  const { code, stdout } = await run("--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain(["Moved", `+${NUMBER}`, "new", "session", "1", "4", "1"].join("\t"));
  expect(stdout).not.toContain("private");
  expect(stdout).toContain("connected to Chatwoot");
  expect(stdout).toContain("its login can't be read: creds in the table Session is torn");
  expect(await made()).toEqual([]);
});

test("without --yes and without a terminal it does nothing", async () => {
  const { code, stderr } = await run();
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes is required") });
  expect(await made()).toEqual([]);
});

test("the number connects, with its settings and its receiver, though another can't be taken", async () => {
  const { code, stdout } = await run("--yes", "--json");
  expect(JSON.parse(stdout).data).toMatchObject([
    { name: "Moved", contacts: 1, webhooks: 1, messages: { stored: 3, known: 0, left_out: 1 }, problems: [] },
    {
      name: "Torn",
      problems: [
        expect.stringMatching(/^proxy: .* login waits/),
        expect.stringMatching(/^webhook at n8n:5678: /),
      ],
    },
  ]);
  expect(code).toBe(5);
  const [channel] = await made();
  expect(channel).toMatchObject({ phone_number: `+${NUMBER}`, settings: { calls: "reject" } });
  const { data } = await get("/v1/settings/developer/webhooks");
  expect(data).toMatchObject([
    {
      url: "https://example.com/hook",
      format: "evolution",
      channels: [channel.id],
      format_events: ["messages.upsert"],
    },
  ]);
});

test("its messages are in one conversation with the person of two ids, in order, and quote each other", async () => {
  const [channel] = await made();
  const { data } = await get(`/v1/conversations?channel_id=${channel.id}`);
  const ofBea = data.filter(({ contact }: { contact: { name: string } }) => contact.name === "Bea");
  expect(ofBea).toHaveLength(1);
  const { data: messages } = await get(`/v1/messages?conversation_id=${ofBea[0].id}`);
  expect(messages.map(({ content }: { content: { body: string } }) => content.body)).toEqual([
    ...["an answer", "second", "first"],
  ]);
  expect(messages[0]).toMatchObject({
    status: "read",
    imported_from: "evolution",
    content: { reply_to: {} },
  });
});

test("again, it makes nothing twice, and tries what was wrong", async () => {
  const { stdout } = await run("--yes", "--json");
  expect(JSON.parse(stdout).data).toMatchObject([
    { webhooks: 0, messages: { stored: 0, known: 3 }, problems: [] },
    {
      problems: [/^webhook/, /^login: creds in the table Session is torn/].map((one) =>
        expect.stringMatching(one),
      ),
    },
  ]);
  expect(await made()).toHaveLength(1);
  const { data } = await get("/v1/channels");
  expect(data.filter(({ name }: { name: string }) => name === "Torn")).toHaveLength(1);
});
