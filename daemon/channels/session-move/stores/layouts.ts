import type { SQL } from "bun";
import { readBaileys } from "./baileys.ts";
import type { FoundSession } from "./found.ts";
import { StoreFailure } from "./store-failure.ts";
import { readWhatsmeow } from "./whatsmeow/read.ts";

/** How sessions stand in a database, known by a table that only it has. */
type Layout = {
  table: string;
  kind: string;
  names(sql: SQL): Promise<string[]>;
  read(sql: SQL, name: string, filesOf: FilesOf | undefined): Promise<FoundSession>;
};

type Entry = readonly [name: string, value: unknown];

/** Reads the keys that a program keeps in files beside its database, of one of its folders. */
export type FilesOf = (folder: string) => Promise<readonly Entry[]>;

const WHATSMEOW: Layout = {
  table: "whatsmeow_device",
  kind: "a database of whatsmeow (GOWA, WAHA with GOWS, wuzapi, evolution-go)",
  async names(sql) {
    const rows: { jid: string }[] = await sql`select jid from whatsmeow_device order by jid`;
    return rows.map(({ jid }) => jid);
  },
  read: readWhatsmeow,
};

const WAHA: Layout = {
  table: "waha_auth",
  kind: "a database of WAHA (NOWEB)",
  async names(sql) {
    const rows: { name: string }[] =
      await sql`select distinct session_id as name from waha_auth order by session_id`;
    return rows.map(({ name }) => name);
  },
  async read(sql, name) {
    const rows: { key: string; value: string }[] = await sql`
      select ${sql("key")}, cast(value as text) as value from waha_auth where session_id = ${name}`;
    return readBaileys(
      rows.map(({ key, value }) => parsed(key, value, "waha_auth")),
      null,
    );
  },
};

const OPENWA: Layout = {
  table: "baileys_auth_state",
  kind: "a database of OpenWA",
  async names(sql) {
    const column = sql("sessionName");
    const rows: { name: string }[] =
      await sql`select distinct ${column} as name from baileys_auth_state order by ${column}`;
    return rows.map(({ name }) => name);
  },
  async read(sql, name) {
    const rows: { keyType: string; keyId: string; value: unknown }[] = await sql`
      select ${sql("keyType")}, ${sql("keyId")}, value from baileys_auth_state
      where ${sql("sessionName")} = ${name}`;
    const entries = rows.map(({ keyType, keyId, value }) =>
      parsed(keyType === "creds" ? "creds" : `${keyType}-${keyId}`, value, "baileys_auth_state"),
    );
    return readBaileys(entries, null);
  },
};

/** It has only the login there: the keys are in files, or in Redis. */
const EVOLUTION: Layout = {
  table: "Session",
  kind: "a database of Evolution API",
  async names(sql) {
    const rows: { name: string }[] = await sql`
      select instance.name as name from ${sql("Session")} as session
      join ${sql("Instance")} as instance on instance.id = ${sql("session.sessionId")} order by instance.name`;
    return rows.map(({ name }) => name);
  },
  async read(sql, name, filesOf) {
    const [row]: { id: string; creds: unknown }[] = await sql`
      select instance.id as id, session.creds as creds from ${sql("Session")} as session
      join ${sql("Instance")} as instance on instance.id = ${sql("session.sessionId")}
      where instance.name = ${name}`;
    const creds = parsed("creds", row?.creds ?? "null", "Session");
    const keys = filesOf === undefined || row === undefined ? [] : await filesOf(row.id);
    const found = readBaileys([...keys.filter(([key]) => key !== "creds"), creds], null);
    return filesOf === undefined ? { ...found, missing: [NO_FILES, ...found.missing] } : found;
  },
};

const NO_FILES =
  "Evolution keeps the keys in files, or in Redis, which is not read: copy its folder `instances`, and name it with --files";

export const LAYOUTS: readonly Layout[] = [WHATSMEOW, WAHA, OPENWA, EVOLUTION];

/** A value of a column, which may be JSON that was written as text, once or twice. Throws a failure that names it. */
function parsed(name: string, value: unknown, table: string): Entry {
  try {
    const once: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return [name, typeof once === "string" && name === "creds" ? JSON.parse(once) : once];
  } catch (cause) {
    throw new StoreFailure(`${name} in the table ${table} is torn: it is not whole JSON`, {
      code: "torn_row",
      hint: "Take it from a backup. If it is not creds, remove it from a copy: what it was for is asked anew.",
      cause,
    });
  }
}
