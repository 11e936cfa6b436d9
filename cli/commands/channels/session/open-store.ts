import { stat } from "node:fs/promises";
import type { SessionStore } from "../../../../daemon/channels/session-move/stores/found.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { openByUrl } from "./database.ts";
import { openFolder } from "./folder.ts";
import { openFile } from "./sqlite.ts";

/** Opens another program's store for reading; nothing is written to it. Throws a failure when there is none. */
export async function openStore(from: string, files?: string): Promise<SessionStore> {
  if (/^(postgres(ql)?|mysql|mariadb):/.test(from)) return await openByUrl(from, files);
  if (/^rediss?:/.test(from)) throw usageFailure("--from: Redis is not read", NO_REDIS);
  // not repeated: there is a password in it
  if (from.includes("://")) throw usageFailure("--from: no such database is read", WHAT);
  const found = await stat(from).catch(() => null);
  if (found === null) throw usageFailure(`--from: there is no ${from}`, WHAT);
  return found.isDirectory() ? await openFolder(from) : await openFile(from, files);
}

const WHAT =
  "Name a folder that has creds.json, a file of SQLite, or the URL of a database of Postgres or MySQL.";
const NO_REDIS =
  "Evolution's login is in its database: name that. The keys in Redis stay behind; --dry-run says what follows.";

/** Which session of a store is meant: the only one, or the one that is named. Throws a usage failure. */
export function chosenOf({ names }: SessionStore, named: string | undefined): string {
  const [only] = names;
  if (named === undefined && only !== undefined && names.length === 1) return only;
  if (named !== undefined && names.includes(named)) return named;
  const why =
    named === undefined ? "there are several sessions: --session says which" : `there is no session ${named}`;
  throw usageFailure(why, `Sessions: ${names.slice(0, 50).join(", ")}`);
}
