/** What is read of WAHA's databases of Postgres. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { FoundNumber } from "../../cli/commands/move-in/read/found.ts";
import { openWaha } from "../../cli/commands/move-in/read/waha/waha.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { all, number } from "./found.ts";
import { WAHA_SCHEMAS } from "./waha-store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const ADA = "14155550123@s.whatsapp.net";
const AT = 1_764_000_000;

const message = (id: string) => ({
  ...{ key: { id, remoteJid: ADA, fromMe: false }, messageTimestamp: AT, message: { conversation: id } },
});

/** A database beside the given one, as WAHA makes one for each session, while `use` runs. */
async function besideDatabase(
  engine: "noweb" | "gows",
  fill: (sql: Bun.SQL) => Promise<unknown>,
  use: (found: FoundNumber) => Promise<void>,
): Promise<void> {
  const name = `waha_${engine}_shop${process.pid}`;
  await database.admin.unsafe(`create database ${name}`);
  const url = new URL(database.adminUrl);
  url.pathname = `/${name}`;
  const sql = new Bun.SQL(url.href, { max: 1 });
  await sql.unsafe(WAHA_SCHEMAS[engine]);
  await fill(sql);
  await sql.close();
  try {
    const found = await openWaha({ database: database.adminUrl, files: undefined });
    await use(number(found, `shop${process.pid}`));
  } finally {
    await database.admin.unsafe(`drop database ${name} with (force)`);
  }
}

test("a database of Postgres for each session is found by its name", async () => {
  await besideDatabase(
    "noweb",
    (sql) => sql`insert into messages values (${ADA}, 'D1', ${AT}, ${JSON.stringify(message("D1"))})`,
    async (found) => expect(await all(found.messages())).toMatchObject([{ key: { id: "D1" } }]),
  );
});

test("more than one page of GOWS' messages in Postgres comes once, those of one second too", async () => {
  await besideDatabase(
    "gows",
    (sql) => sql`
      insert into gows_messages
      select 'x', 'G' || lpad(nth::text, 4, '0'), timestamp '2025-11-24 16:00:00.123456' + nth / 300 * interval '1 second', false,
        json_build_object(
          'Info', json_build_object('ID', nth::text, 'Chat', ${ADA}::text, 'Timestamp', '2025-11-24T16:00:00Z'),
          'Message', json_build_object('conversation', nth::text)
        )::text, true
      from generate_series(1, 450) as nth`,
    async (found) => {
      const ids = (await all(found.messages())).map((one) => Number(one?.key.id));
      expect(ids).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    },
  );
});

test("messages of several sessions in one table are nobody's", async () => {
  const name = `waha_${process.pid}`;
  await database.admin.unsafe(`create database ${name}`);
  const url = new URL(database.adminUrl);
  url.pathname = `/${name}`;
  const sql = new Bun.SQL(url.href, { max: 1 });
  await sql.unsafe(`${WAHA_SCHEMAS.noweb} create table waha_auth (session_id text, key text, value jsonb);`);
  await sql`insert into messages values (${ADA}, 'E1', ${AT}, ${JSON.stringify(message("E1"))})`;
  await sql`insert into waha_auth values ('one', 'creds', '{}'), ('two', 'creds', '{}')`;
  await sql.close();
  try {
    const found = await openWaha({ database: url.href, files: undefined });
    for (const session of ["one", "two"]) {
      expect(await all(number(found, session).messages())).toEqual([]);
      expect(number(found, session).missing.join()).toContain("does not say whose they are");
    }
  } finally {
    await database.admin.unsafe(`drop database ${name} with (force)`);
  }
});

test("one database for all sessions has their settings, and another program's table of messages is none of it", async () => {
  const sql = new Bun.SQL(database.url, { max: 1 });
  await sql.unsafe(WAHA_SCHEMAS.own);
  const config = JSON.stringify({ id: "lone", data: { webhooks: [{ url: "https://a.example/hook" }] } });
  await sql`insert into session_config values ('lone', ${config})`;
  await sql.close();
  const found = await openWaha({ database: database.url, files: undefined });
  expect(number(found, "lone")).toMatchObject({
    ...{ counts: { messages: 0 }, webhooks: [{ url: "https://a.example/hook", events: [] }] },
    missing: [expect.stringContaining("login was not found"), expect.stringContaining("no messages")],
  });
});
