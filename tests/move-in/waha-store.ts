/** The stores of WAHA's: those of its engine NOWEB (`engines/noweb/store/schemas`) and of GOWS (`gows`, migrations). */
import { Database } from "bun:sqlite";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

const NOWEB = `
  create table contacts (id text primary key, data text);
  create table chats (id text primary key, "conversationTimestamp" integer, data text);
  create table messages (jid text, id text, "messageTimestamp" integer, data text);
  create unique index messages_id_index on messages (id);
  create index timestamp_index on messages ("messageTimestamp");
  create table lid_map (id text primary key, pn text, data text);`;

const GOWS = `
  create table gows_messages (
    jid varchar(100) not null, id varchar(100) not null, timestamp timestamp not null, from_me boolean not null,
    data text not null, is_real boolean not null default true, primary key (id)
  );
  create table whatsmeow_contacts (
    our_jid text, their_jid text, first_name text, full_name text, push_name text, business_name text, primary key (our_jid, their_jid)
  );
  create table whatsmeow_lid_map (lid text primary key, pn text unique not null);`;

const OWN = `
  create table session_config (id text primary key, data text);
  create table me (id text primary key, data text);`;

/** The schemas by engine, also for a database of Postgres. */
export const WAHA_SCHEMAS = { noweb: NOWEB, gows: GOWS, own: OWN };

/** A file of SQLite in a folder, with the tables of a schema. */
export async function wahaFile(folder: string, name: string, schema: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const database = new Database(join(folder, name), { create: true });
  database.exec("pragma journal_mode = wal");
  database.exec(schema);
  return database;
}
