/** What is read of a database of Evolution's, in which every value may be anything. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openEvolution } from "../../cli/commands/move-in/read/evolution/evolution.ts";
import type { FoundNumber, Installation } from "../../cli/commands/move-in/read/found.ts";
import { type EvolutionStore, evolutionStore } from "./evolution-store.ts";

let store: EvolutionStore;
let installation: Installation;
beforeAll(async () => {
  store = await evolutionStore();
  await fill(store);
  installation = await openEvolution(store.url, undefined);
});
afterAll(async () => {
  await installation.close();
  await store.drop();
});

const ADA = "14155550123@s.whatsapp.net";
const AT = 1_764_000_000;

async function fill({ add }: EvolutionStore): Promise<void> {
  const instanceId = await add("Instance", {
    ...{ name: "sales", ownerJid: "15557010001@s.whatsapp.net", integration: "WHATSAPP-BAILEYS" },
  });
  await add("Instance", {
    ...{
      name: "official",
      integration: "WHATSAPP-BUSINESS",
      number: "1065",
      businessId: "1020",
      token: "EAAtoken",
    },
  });
  await add("Setting", { instanceId, rejectCall: true, groupsIgnore: true, alwaysOnline: true });
  await add("Proxy", {
    ...{ instanceId, enabled: true, host: "proxy.example", port: "1080", protocol: "socks5" },
    ...{ username: "us:er", password: "p@ss" },
  });
  await add("Webhook", {
    ...{ instanceId, url: "https://n8n.example/hook", events: ["MESSAGES_UPSERT", "SEND_MESSAGE"] },
    ...{ webhookBase64: true, webhookByEvents: true },
    headers: { authorization: "Bearer x", jwt_key: "secret" },
  });
  await add("Contact", { instanceId, remoteJid: ADA, pushName: "Ada" });
  await add("Contact", { instanceId, remoteJid: "14155550124@s.whatsapp.net", pushName: "14155550124" });
  await add("Contact", { instanceId, remoteJid: "120363000000000001@g.us", pushName: "A group" });
  await add("IsOnWhatsapp", { remoteJid: ADA, jidOptions: `${ADA},187240155021834@lid` });
  const message = (more: Record<string, unknown>) =>
    add("Message", {
      ...{ instanceId, source: "android", messageType: "conversation", messageTimestamp: AT },
      ...{
        pushName: "Ada",
        key: { id: "A1", remoteJid: ADA, fromMe: false },
        message: { conversation: "Hello" },
      },
      ...more,
    });
  await message({});
  const sent = await message({
    ...{ key: { id: "A2", remoteJid: ADA, fromMe: true }, pushName: "Você", status: "PENDING" },
    ...{ message: { conversation: "Yes" }, contextInfo: { stanzaId: "A1" } },
  });
  for (const status of ["SERVER_ACK", "READ", "DELIVERY_ACK"])
    await add("MessageUpdate", {
      ...{ messageId: sent, instanceId, keyId: "A2", remoteJid: ADA },
      fromMe: true,
      status,
    });
  const gone = await message({ key: { id: "A3", remoteJid: ADA, fromMe: false } });
  await add("MessageUpdate", {
    ...{ messageId: gone, instanceId, keyId: "A3", remoteJid: ADA, fromMe: false, status: "DELETED" },
  });
  const twice = (value: unknown) => JSON.stringify(JSON.stringify(value));
  await store.sql`
    update ${store.sql("Message")} set message = ${twice({ conversation: "Yes" })}::text::jsonb where id = ${sent}`;
  await message({
    key: { id: "A4", remoteJid: "187240155021834@lid", senderPn: ADA, fromMe: false },
    message: {
      imageMessage: { mediaKey: { 0: 1, 1: 2 }, caption: "Look" },
      base64: "AAAA",
      mediaUrl: "http://minio",
    },
  });
  await message({
    key: { id: "A5", remoteJid: ADA, fromMe: false },
    message: { conversation: "x".repeat(300_000) },
  });
  await message({ key: { remoteJid: ADA } });
  await message({
    key: { id: "A6", remoteJid: ADA },
    message: JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`),
  });
}

function number(name: string): FoundNumber {
  const found = installation.numbers.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

async function all<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

test("a number has its settings, proxy and receivers, and what has no counterpart is named", () => {
  expect(number("sales")).toMatchObject({
    phone: "15557010001",
    account: null,
    settings: {
      calls: "reject",
      groups: false,
      proxy: { url: "socks5://us%3Aer:p%40ss@proxy.example:1080" },
    },
    webhooks: [
      {
        ...{ url: "https://n8n.example/hook", events: ["messages.upsert", "send.message"] },
        ...{ secret: null, hasFiles: true },
        headers: { authorization: "Bearer x" },
      },
    ],
    counts: { people: 3, messages: 7 },
  });
  const missing = number("sales").missing.join();
  expect(missing).toContain("shown as online");
  expect(missing).toContain("each event at an address of its own");
});

test("an official number has Meta's ids and its token", () => {
  expect(number("official").account).toEqual({
    ...{ phone_number_id: "1065", waba_id: "1020", access_token: "EAAtoken" },
  });
});

test("people have their name, number and LID; a number is no name, and a group nobody", async () => {
  expect(await all(number("sales").people())).toEqual([
    { phone_number: "+14155550123", lid: "187240155021834", name: "Ada" },
    { phone_number: "+14155550124" },
  ]);
});

test("messages come as Baileys had them, without those that were taken back", async () => {
  const messages = await all(number("sales").messages());
  expect(messages.filter((one) => one !== null)).toEqual([
    {
      ...{ key: { id: "A1", remoteJid: ADA, fromMe: false }, message: { conversation: "Hello" } },
      ...{ messageTimestamp: AT, pushName: "Ada" },
    },
    {
      key: { id: "A2", remoteJid: ADA, fromMe: true },
      message: { extendedTextMessage: { text: "Yes", contextInfo: { stanzaId: "A1" } } },
      ...{ messageTimestamp: AT, status: 4 },
    },
    {
      key: { id: "A4", remoteJid: "187240155021834@lid", fromMe: false, remoteJidAlt: ADA },
      message: { imageMessage: { mediaKey: { type: "Buffer", data: "AQI=" }, caption: "Look" } },
      ...{ messageTimestamp: AT, pushName: "Ada" },
    },
  ]);
});

test("what is too long, too deep or without an id is left out, and counted", async () => {
  const messages = await all(number("sales").messages());
  expect(messages.filter((one) => one === null)).toHaveLength(3);
});
