import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { openDatabase } from "../../../../daemon/channels/session-move/stores/database.ts";
import type { SessionStore } from "../../../../daemon/channels/session-move/stores/found.ts";
import { requireWhole } from "../../../../daemon/channels/session-move/stores/whole.ts";
import { failure } from "../../../lib/failures/failure.ts";
import { finishOnInterrupt } from "../../../lib/terminal/interrupt.ts";
import { filesIn } from "./folder.ts";

/** What SQLite keeps beside a file: what is not in it yet, and how to undo what is only half in it. */
const BESIDE = ["-wal", "-journal"];

/** Opens the sessions in a copy of a file of SQLite. */
export async function openFile(path: string, files: string | undefined): Promise<SessionStore> {
  const { sql, changedAt } = await openCopy(path);
  return await openDatabase(sql, { filesOf: filesIn(files), changedAt });
}

/** Opens a copy of a file of SQLite, which is gone when it is closed. Throws a failure when the file is torn. */
export async function openCopy(path: string): Promise<{ sql: SQL; changedAt: Date }> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-session-")).catch(noCopy(path));
  const remove = () => rm(folder, { recursive: true, force: true });
  const isRemoved = finishOnInterrupt(remove);
  try {
    const copy = join(folder, "copy.db");
    await copyAll(path, copy).catch(noCopy(path));
    const { mtime } = await stat(path);
    const sql = new SQL({ adapter: "sqlite", filename: copy });
    await requireWhole(sql, path);
    return { sql, changedAt: mtime };
  } finally {
    // it is open, and needs no name any more: however this ends, no secrets are left behind
    await remove();
    isRemoved();
  }
}

async function copyAll(path: string, copy: string): Promise<void> {
  await copyFile(path, copy);
  for (const suffix of BESIDE)
    await copyFile(`${path}${suffix}`, `${copy}${suffix}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
}

function noCopy(path: string) {
  return (cause: NodeJS.ErrnoException): never => {
    throw failure(`${path} can't be copied to ${tmpdir()}: ${cause.code ?? cause.message}`, {
      hint: "Set TMPDIR to a folder that has room for it.",
      cause,
    });
  };
}
