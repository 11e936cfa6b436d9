import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { SQL } from "bun";
import { parseJson } from "../../http/body/body.ts";
import { problem } from "../../http/problem.ts";
import { readBaileys } from "./stores/baileys.ts";
import { openDatabase } from "./stores/database.ts";
import type { SessionStore } from "./stores/found.ts";
import { StoreFailure } from "./stores/store-failure.ts";
import { requireWhole } from "./stores/whole.ts";

/** Files of a store by their paths, such as `auth_info/creds.json`. */
export type Files = ReadonlyMap<string, Uint8Array>;

const LOGIN = "creds.json";
/** How every file of SQLite begins (sqlite.org/fileformat). */
const SQLITE = Buffer.from("SQLite format 3\0");
/** What is computed while it is read, and may never end. No program whose store is known has any of it. */
const ODD = /\b(view|trigger|virtual|generated)\b|\bas\s*\(/i;

/** Opens the store that somebody's files are: folders of Baileys, or a file of SQLite. Throws a failure when they are none. */
export async function openUpload(files: Files): Promise<SessionStore> {
  const logins = [...files.keys()].filter((path) => basename(path) === LOGIN);
  if (logins.length > 0) return foldersOf(files, logins.map(dirname));
  const database = [...files].find(([, bytes]) => SQLITE.equals(bytes.subarray(0, SQLITE.length)));
  if (database !== undefined) return await openDatabase(await openBytes(files, ...database), {});
  throw new StoreFailure("these files hold no session that is known here", {
    hint: "Choose the folder that has creds.json, or the file of the database with the one beside it that ends in -wal.",
  });
}

function foldersOf(files: Files, folders: readonly string[]): SessionStore {
  return {
    kind: "a folder of Baileys",
    names: folders.map((folder) => basename(folder)),
    read: async (name) => {
      const folder = folders.find((one) => basename(one) === name);
      const own = [...files].filter(([path]) => dirname(path) === folder && path.endsWith(".json"));
      return readBaileys(own.map(parsed), null);
    },
    close: async () => {},
  };
}

function parsed([path, bytes]: readonly [string, Uint8Array]): [name: string, value: unknown] {
  try {
    return [basename(path, ".json"), parseJson(new TextDecoder().decode(bytes))];
  } catch (cause) {
    throw new StoreFailure(`${path} is torn: it is not whole JSON`, {
      hint: "Stop the other program, and copy the folder again.",
      cause,
    });
  }
}

/** A database in a file that has no name any more once it is open: however this ends, no secrets are left behind. */
async function openBytes(files: Files, name: string, bytes: Uint8Array): Promise<SQL> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-session-"));
  try {
    const path = join(folder, "copy.db");
    await writeFile(path, bytes, { mode: 0o600 });
    const beside = files.get(`${name}-wal`);
    if (beside !== undefined) await writeFile(`${path}-wal`, beside, { mode: 0o600 });
    const sql = new SQL({ adapter: "sqlite", filename: path });
    await refuseOdd(sql, name);
    await sql`pragma ignore_check_constraints = on`;
    await requireWhole(sql, name);
    return sql;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseOdd(sql: SQL, name: string): Promise<void> {
  const made: { sql: string | null }[] = await sql`select sql from sqlite_master`.catch((cause: unknown) => {
    throw new StoreFailure(`${name} is no database of SQLite, or is torn`, { cause });
  });
  if (made.some(({ sql: text }) => ODD.test(text ?? "")))
    throw new StoreFailure(`${name} has views, triggers or computed columns, which no store of sessions has`);
}

/** What a failure is to who asked: 422, with how to mend it. */
export function refusedStore(error: unknown): never {
  if (!(error instanceof StoreFailure)) throw error;
  const { message, hint, cause } = error;
  throw problem(422, "session_unfit", message, { ...(hint === undefined ? {} : { hint }), cause });
}
