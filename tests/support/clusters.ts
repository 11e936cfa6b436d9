/** Temporary folders with clusters in them, and looks into those. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../db/connection/client.ts";
import { temporaryFolder as newFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

const folders: string[] = [];

/** A new folder, for `afterAll(removeTemporaryFolders)` to remove. */
export function temporaryFolder(): string {
  const folder = newFolder("clusters");
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The rows of one statement, over a connection of its own. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = connect(url, { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

/** The process id of the Postgres that runs, or ran last, in `dataDirectory`. */
export function serverProcess(dataDirectory: string): number {
  return Number.parseInt(readFileSync(join(dataDirectory, "postgres", "data", "postmaster.pid"), "utf8"), 10);
}

/** Waits until nothing listens at the url's port any more. */
export async function untilGone(url: string): Promise<void> {
  await until(async () => !(await query(url, "select 1").catch(() => null)));
}
