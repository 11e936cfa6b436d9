/** A session that real whatsmeow paired and used goes on here: what GOWA, WAHA's GOWS and wuzapi are built on. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { chosenOf, openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { buildWhatsmeow, startWhatsmeow } from "../../sandbox/whatsapp-web/outside/whatsmeow.ts";
import { LONG_MS } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTalk, type Talk } from "./talk.ts";

const NUMBER = "15557010057";
const built = await buildWhatsmeow();
const isMissing = "missing" in built;
if (isMissing) process.stdout.write(`No session of whatsmeow is moved in: ${built.missing}.\n`);

const folder = temporaryFolder("whatsmeow-login");
let chat: Chat;
let talk: Talk;
let channel: string;
beforeAll(async () => {
  if ("missing" in built) return;
  chat = await startChat(AT_ONCE);
  talk = createTalk(chat, NUMBER);
  const own = await startWhatsmeow(built.path, chat.web, folder);
  const { code } = await own.until("pairing", ({ is }) => is === "code");
  await chat.web.control.scan(NUMBER, code);
  await own.until("connected", ({ id }) => id.startsWith(NUMBER));
  await talk.before({
    send: (to, text) => own.order({ to, text }),
    hears: (words) => own.until("message", ({ text }) => text === words),
  });
  await own.stop();
}, LONG_MS);
afterAll(() => chat?.stop());

test.skipIf(isMissing)("it connects without a code, as the same device", async () => {
  const store = await openStore(join(folder, "login.db"));
  const { session, number } = await store.read(chosenOf(store, undefined));
  await store.close();
  expect(number).toBe(NUMBER);
  channel = await talk.moveIn(session);
  expect(chat.web.control.phones().find((phone) => phone.number === NUMBER)?.devices.length).toBe(1);
});

test.skipIf(isMissing)("both ways and in the group, everything is read at once", () => talk.after(channel));

/** The file's tables and rows in a schema of Postgres, whose types whatsmeow names in both. */
async function copyToPostgres(file: string, schema: string): Promise<string> {
  const [from, url] = [new Database(file, { readonly: true }), new URL(chat.daemon.databaseUrl)];
  const sql = new SQL(url.href, { max: 1 });
  await sql.unsafe(`create schema ${schema}; set search_path to ${schema}`);
  const tables = from
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  for (const { name } of tables.filter(({ name }) => name.startsWith("whatsmeow_"))) {
    const columns = from.query<{ name: string; type: string }, []>(`pragma table_info(${name})`).all();
    await sql.unsafe(`create table ${name} (${columns.map((one) => `${one.name} ${one.type}`).join(", ")})`);
    const isFlag = new Set(columns.flatMap((one) => (one.type === "BOOLEAN" ? one.name : [])));
    for (const row of from.query<Record<string, unknown>, []>(`select * from ${name}`).all()) {
      const values = Object.entries(row).map(([key, value]) => [key, isFlag.has(key) ? value === 1 : value]);
      await sql`insert into ${sql(name)} ${sql(Object.fromEntries(values))}`;
    }
  }
  await sql.close();
  url.searchParams.set("schema", schema);
  return url.href;
}

/** A session without what is new each time it is read. */
async function readSession(from: string) {
  const store = await openStore(from);
  const { session } = await store.read(chosenOf(store, undefined));
  await store.close();
  const text = JSON.stringify({
    ...session,
    credentials: { ...session.credentials, pairingEphemeralKeyPair: 0 },
  });
  return JSON.parse(text.replaceAll(/"(used|created)":\d+/g, '"$1":0'));
}

test.skipIf(isMissing)("a database of Postgres has the same session as the file", async () => {
  const file = join(folder, "login.db");
  expect(await readSession(await copyToPostgres(file, "whatsmeow"))).toEqual(await readSession(file));
});

test.skipIf(isMissing)("of two devices in one database, each is read by its name", async () => {
  const other = "15557010058:3@s.whatsapp.net";
  const file = join(folder, "login.db");
  const database = new Database(file);
  database.run("create temporary table copy as select * from whatsmeow_device");
  database.run("update copy set jid = ?, push_name = ''", [other]);
  database.run("insert into whatsmeow_device select * from copy");
  database.close();
  const store = await openStore(file);
  expect(store.names).toEqual([expect.stringContaining(NUMBER), other]);
  expect(() => chosenOf(store, undefined)).toThrow("there are several sessions");
  const { number, name, missing } = await store.read(chosenOf(store, other));
  await store.close();
  expect({ number, name }).toEqual({ number: "15557010058", name: null });
  expect(missing).toContainEqual(expect.stringContaining("no sessions with people"));
});

test.skipIf(isMissing)("a torn row is named", async () => {
  const file = join(folder, "login.db");
  const database = new Database(file);
  database.run("update whatsmeow_sessions set session = cast('{' as blob)");
  database.close();
  const store = await openStore(file);
  await expect(store.read(store.names[0] ?? "")).rejects.toThrow(/whatsmeow_sessions: \d+\S* is torn/);
  await store.close();
});
