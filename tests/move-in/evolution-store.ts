/** A database of Evolution API's, by the tables that its migrations make (`prisma/postgresql-migrations`, 2.3.6), as far as something is read of them. */
import { SQL } from "bun";
import { testDatabase } from "../support/database.ts";

const SCHEMA = `
  create type "InstanceConnectionStatus" as enum ('open', 'close', 'connecting');
  create type "DeviceMessage" as enum ('ios', 'android', 'web', 'unknown', 'desktop');
  create table "Instance" (
    id text primary key, name varchar(255) not null unique, "connectionStatus" "InstanceConnectionStatus" not null default 'open',
    "ownerJid" varchar(100), "profileName" varchar(100), integration varchar(100), number varchar(100), "businessId" varchar(100),
    token varchar(255), "createdAt" timestamp default current_timestamp
  );
  create table "Session" (
    id text primary key, "sessionId" text not null unique references "Instance", creds text, "createdAt" timestamp not null default current_timestamp
  );
  create table "Contact" (
    id text primary key, "remoteJid" varchar(100) not null, "pushName" varchar(100), "instanceId" text not null references "Instance",
    unique ("remoteJid", "instanceId")
  );
  create table "Message" (
    id text primary key, key jsonb not null, "pushName" varchar(100), participant varchar(100), "messageType" varchar(100) not null,
    message jsonb not null, "contextInfo" jsonb, source "DeviceMessage" not null, "messageTimestamp" integer not null,
    "instanceId" text not null references "Instance", status varchar(30)
  );
  create index on "Message" ("instanceId");
  create table "MessageUpdate" (
    id text primary key, "keyId" varchar(100) not null, "remoteJid" varchar(100) not null, "fromMe" boolean not null,
    status varchar(30) not null, "messageId" text not null references "Message", "instanceId" text not null references "Instance"
  );
  create index on "MessageUpdate" ("messageId");
  create table "Webhook" (
    id text primary key, url varchar(500) not null, headers jsonb, enabled boolean default true, events jsonb,
    "webhookByEvents" boolean default false, "webhookBase64" boolean default false, "instanceId" text not null unique references "Instance"
  );
  create table "Proxy" (
    id text primary key, enabled boolean not null default false, host varchar(100) not null, port varchar(100) not null,
    protocol varchar(100) not null, username varchar(100) not null, password varchar(100) not null,
    "instanceId" text not null unique references "Instance"
  );
  create table "Setting" (
    id text primary key, "rejectCall" boolean not null default false, "msgCall" varchar(100), "groupsIgnore" boolean not null default false,
    "alwaysOnline" boolean not null default false, "readMessages" boolean not null default false, "readStatus" boolean not null default false,
    "syncFullHistory" boolean not null default false, "instanceId" text not null unique references "Instance"
  );
  create table "Chatwoot" (
    id text primary key, enabled boolean default true, url varchar(500), "instanceId" text not null unique references "Instance"
  );
  create table "IsOnWhatsapp" (
    id text primary key, "remoteJid" varchar(100) not null unique, "jidOptions" text not null, lid varchar(100)
  );`;

export type EvolutionStore = {
  /** As Evolution itself is given it. */
  url: string;
  sql: SQL;
  /** Adds a row with an id of its own, which is returned; ids go up. */
  add(table: string, row: Record<string, unknown>): Promise<string>;
  drop(): Promise<void>;
};

/** An empty database of Evolution's. */
export async function evolutionStore(): Promise<EvolutionStore> {
  const database = await testDatabase();
  const url = new URL(database.url);
  url.searchParams.set("schema", "evolution_api");
  await database.sql.unsafe("create schema evolution_api");
  const sql = new SQL(database.url, { max: 1, connection: { search_path: "evolution_api" } });
  await sql.unsafe(SCHEMA);
  let made = 0;
  return {
    url: url.href,
    sql,
    async add(table, row) {
      made++;
      const id = `cm${String(made).padStart(8, "0")}`;
      await sql`insert into ${sql(table)} ${sql({ id, ...row })}`;
      return id;
    },
    async drop() {
      await sql.close();
      await database.drop();
    },
  };
}
