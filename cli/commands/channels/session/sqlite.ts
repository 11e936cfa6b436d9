import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { failure } from "../../../lib/failures/failure.ts";
import { openDatabase } from "./database.ts";
import type { SessionStore } from "./found.ts";

/** Opens a copy of a file of SQLite, with what is not in the file itself yet. Throws a failure when it is torn. */
export async function openFile(path: string, files: string | undefined): Promise<SessionStore> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-session-"));
  const copy = join(folder, "copy.db");
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => {});
    const { mtime } = await stat(path);
    const sql = new SQL({ adapter: "sqlite", filename: copy });
    await requireWhole(sql, path);
    return await openDatabase(sql, { files, changedAt: mtime, remove });
  } catch (cause) {
    await remove();
    throw cause;
  }
}

async function requireWhole(sql: SQL, path: string): Promise<void> {
  const [row] = await sql`pragma quick_check(1)`.catch((cause: unknown) => {
    throw failure(`${path} is no database of SQLite, or is torn`, { hint: STOP, cause });
  });
  if (row?.quick_check !== "ok") throw failure(`${path} is torn`, { code: "torn_file", hint: STOP });
}

const STOP =
  "Stop the other program, and copy the file again, with those beside it that end in -wal and -shm.";
