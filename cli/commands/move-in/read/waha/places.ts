import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SQL } from "bun";
import { failure } from "../../../../lib/failures/failure.ts";
import { connectTo } from "../../../channels/session/database.ts";
import { openCopy } from "../../../channels/session/sqlite.ts";
import { objectIn } from "../given.ts";
import { type Known, knownIn } from "./config.ts";

/** Where WAHA keeps one session. */
export type Place = {
  session: string;
  /** What `openStore` takes: its login is there. */
  login: string;
  /** Whether the messages of several sessions are in one table, which does not say whose they are. */
  isShared: boolean;
  /** Opens the store with its messages; null where it keeps none of its own. */
  open(): Promise<SQL | null>;
};

/** What was found: the sessions' places, and what is known of each session. */
export type Places = { places: Place[]; known: Map<string, Known> };

const ENGINES = ["noweb", "gows"];
const OWN_FILE = "waha.sqlite3";
const CONFIG_FILE = ".waha.session.config.json";

/** The sessions in WAHA's folder `.sessions`, or in that of one engine in it. */
export async function placesInFolder(path: string): Promise<Places> {
  const found: Places = { places: [], known: new Map() };
  const names = await readdir(path).catch((cause: NodeJS.ErrnoException) => {
    throw failure(`the folder ${path} can't be read (${cause.code ?? cause.message})`, { cause });
  });
  const engines = ENGINES.filter((engine) => names.includes(engine)).map((engine) => join(path, engine));
  for (const folder of engines.length > 0 ? engines : [path]) await addEngine(found, folder);
  return found;
}

async function addEngine({ places, known }: Places, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === OWN_FILE)) {
    const { sql } = await openCopy(join(folder, OWN_FILE));
    for (const [name, one] of await knownIn(sql)) known.set(name, one);
    await sql.close();
  }
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const path = join(folder, entry.name);
    const files = await readdir(path);
    // the free version of 2024 put a digest behind the name
    const session = entry.name.replace(/-[0-9a-f]{32}$/, "");
    const store = files.find((name) => name === "gows.db" || name === "store.sqlite3");
    if (store === undefined && !files.includes("creds.json")) continue;
    const open = async () => (store === undefined ? null : (await openCopy(join(path, store))).sql);
    places.push({ session, isShared: false, login: store === "gows.db" ? join(path, store) : path, open });
    if (files.includes(CONFIG_FILE) && !known.get(session)?.config) {
      const config = objectIn(await Bun.file(join(path, CONFIG_FILE)).text());
      known.set(session, { phone: known.get(session)?.phone ?? null, config });
    }
  }
}

/** The sessions in a database of WAHA's, and in those beside it on its server that have a session each. */
export async function placesInDatabase(given: string): Promise<Places> {
  const found: Places = { places: [], known: new Map() };
  const sql = await connectTo(given);
  const rows: { datname: string }[] = await sql`
    select datname from pg_database
    where datname like 'waha\\_%' and datallowconn and has_database_privilege(datname, 'connect')
    order by datname`;
  const known = await addDatabase(found, sql, given, null);
  await sql.close();
  for (const { datname } of rows) {
    const url = new URL(given);
    if (url.pathname === `/${datname}`) continue;
    url.pathname = `/${datname}`;
    const beside = await connectTo(url.href);
    const [, session = null] = /^waha_(?:noweb|gows)_(.+)$/.exec(datname) ?? [];
    await addDatabase(found, beside, url.href, session);
    await beside.close();
  }
  return known;
}

async function addDatabase(found: Places, sql: SQL, url: string, session: string | null): Promise<Places> {
  for (const [name, one] of await knownIn(sql)) found.known.set(name, one);
  const tables = await tablesIn(sql);
  const isStore = tables.includes("gows_messages") || tables.includes("messages");
  if (!isStore && !tables.includes("waha_auth") && !tables.includes("whatsmeow_device")) return found;
  const names = session === null ? await sessionsIn(sql, tables, found.known) : [session];
  const isShared = isStore && names.length > 1;
  const open = async () => (isStore && !isShared ? await connectTo(url) : null);
  for (const name of names) found.places.push({ session: name, login: url, isShared, open });
  return found;
}

/** The tables of WAHA's that there are: other programs have one of messages, too. */
async function tablesIn(sql: SQL): Promise<string[]> {
  const rows: { name: string }[] = await sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = any (current_schemas(false)) and (
      table_name in ('gows_messages', 'waha_auth', 'whatsmeow_device')
      or (table_name = 'messages' and column_name = 'messageTimestamp')
    )`;
  return rows.map(({ name }) => name);
}

/** Of a database that is not named for a session: those whose logins are in it, or all that are known. */
async function sessionsIn(sql: SQL, tables: readonly string[], known: Places["known"]): Promise<string[]> {
  const logins: { name: string }[] = tables.includes("waha_auth")
    ? await sql`select distinct session_id as name from waha_auth`
    : [];
  return logins.length > 0 ? logins.map(({ name }) => name) : [...known.keys()];
}
