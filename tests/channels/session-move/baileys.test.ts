/** A session that real Baileys paired and used goes on here, without a code, and nobody notices. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { BufferJSON } from "baileys";
import { SQL } from "bun";
import { chosenOf, openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startOwnClient } from "./own-client.ts";
import { createTalk, type Talk } from "./talk.ts";

const NUMBER = "15557010055";
const folder = temporaryFolder("auth-info");
let chat: Chat;
let talk: Talk;
let channel: string;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  talk = createTalk(chat, NUMBER);
  const own = await startOwnClient(chat.web, folder, NUMBER);
  await talk.before(own);
  await own.stop();
});
afterAll(() => chat.stop());

test("it connects without a code, as the same device", async () => {
  const { session, number } = await (await openStore(folder)).read("any");
  expect(number).toBe(NUMBER);
  channel = await talk.moveIn(session);
  expect(chat.web.control.phones().find((phone) => phone.number === NUMBER)?.devices.length).toBe(1);
});

test("both ways and in the group, everything is read at once", () => talk.after(channel));

/** The session that the folder has; read before it is moved, it is the same. */
const inFolder = async () => (await (await openStore(folder)).read("any")).session;

/** The folder's files, by name and text. */
async function files(): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder)).map((name) => name.replace(/\.json$/, ""));
  return await Promise.all(
    names.map(async (name) => [name, await Bun.file(`${folder}/${name}.json`).text()] as [string, string]),
  );
}

/** As Node writes bytes without help: lists of numbers. */
const numbered = (text: string) => JSON.stringify(JSON.parse(text, BufferJSON.reviver));

/** What is in a database, read by its URL, in a schema of its own. */
async function inDatabase(schema: string, make: (sql: SQL) => Promise<unknown>, beside?: string) {
  const url = new URL(chat.daemon.databaseUrl);
  const sql = new SQL(url.href, { max: 1 });
  await sql.unsafe(`create schema ${schema}; set search_path to ${schema}`);
  await make(sql);
  await sql.close();
  url.searchParams.set("schema", schema);
  const store = await openStore(url.href, beside);
  try {
    return await store.read(chosenOf(store, "sales"));
  } finally {
    await store.close();
  }
}

test("WAHA's table, with bytes as lists of numbers, has the same session", async () => {
  const { session } = await inDatabase("waha", async (sql) => {
    await sql`create table waha_auth (session_id text, key text, value json, primary key (session_id, key))`;
    for (const [key, text] of await files())
      await sql`insert into waha_auth values ('sales', ${key}, ${numbered(text)}::text::json)`;
  });
  expect(session).toEqual(await inFolder());
});

test("OpenWA's table has the same session", async () => {
  const { session } = await inDatabase("openwa", async (sql) => {
    await sql`create table baileys_auth_state ("sessionName" text, "keyType" text, "keyId" text, value text)`;
    for (const [name, text] of await files()) {
      const [, type = name, id = name] =
        /^(app-state-sync-\w+|sender-key-memory|[a-z]+-(?:key|mapping|list)|session|tctoken)-(.*)$/.exec(
          name,
        ) ?? [];
      await sql`insert into baileys_auth_state values ('sales', ${type}, ${id}, ${text})`;
    }
  });
  expect(session).toEqual(await inFolder());
});

test("Evolution's login, as JSON in JSON, has the same session with its files, and says what it lacks without", async () => {
  const make = async (sql: SQL) => {
    await sql`create table "Instance" (id text, name text)`;
    await sql`create table "Session" (id text, "sessionId" text, creds text)`;
    const creds = JSON.stringify(await Bun.file(`${folder}/creds.json`).text());
    await sql`insert into "Instance" values (${basename(folder)}, 'sales')`;
    await sql`insert into "Session" values ('1', ${basename(folder)}, ${creds})`;
  };
  const { session } = await inDatabase("evolution", make, dirname(folder));
  expect(session).toEqual(await inFolder());
  const { missing } = await inDatabase("evolution_alone", make);
  expect(missing).toContainEqual(expect.stringContaining("--files"));
  expect(missing).toContainEqual(expect.stringContaining("no one-time keys"));
});

test("a torn file is named, and nothing is taken", async () => {
  const [torn = ""] = (await readdir(folder)).filter((name) => name.startsWith("session-"));
  await Bun.write(`${folder}/${torn}`, '{"_sessions":{"Bf');
  const store = await openStore(folder);
  await expect(store.read("any")).rejects.toThrow(`${torn} is torn`);
});
