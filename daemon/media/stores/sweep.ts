import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "../../../db/connection/client.ts";
import { databaseTime } from "../../../db/connection/database-time.ts";
import { cutoffOf, type InstallationDays, type Keeping, keepingLess } from "../../../db/maintenance/kept.ts";
import { orphanedForms } from "../../../db/media/forms.ts";
import { expiredMedia, type FileCutoffs, forgetMedia, type MediaRow } from "../../../db/media/media.ts";
import { forgetResumable, lostPieces, piecesOf, staleResumables } from "../../../db/media/resumable.ts";
import { abandonedUploads, withdrawUpload } from "../../../db/media/uploads.ts";
import { removePieces } from "../uploads/resumable/pieces.ts";
import { KEPT_MS } from "../uploads/resumable/record.ts";
import { type MediaStore, mediaKey } from "./store.ts";

const DAY_MS = 24 * 3600_000;
/** No upload pauses for so long, so an older unfinished file was left by a daemon that died. */
const ABANDONED_MS = 3600_000;
const FILES_AT_ONCE = 500;

type Sweep = { sql: Sql; store: MediaStore; incoming: string };

/**
 * Removes files past their retention, and unfinished downloads and uploads of daemons that died: by the database's
 * clock, as far as it dates them.
 */
export async function sweepMedia(
  { sql, store, incoming }: Sweep,
  installation: InstallationDays,
): Promise<void> {
  const now = await databaseTime(sql);
  await removeOlder(
    { sql, store },
    { before: new Date(now.getTime() - installation.retentionDays * DAY_MS) },
  );
  for (const keeping of await keepingLess(sql, installation))
    await removeOlder({ sql, store }, fileCutoffs(keeping, now));
  await removeAll({ sql, store }, () => orphanedForms(sql, FILES_AT_ONCE));
  const abandoned = new Date(now.getTime() - ABANDONED_MS);
  await removeAll({ sql, store }, () => abandonedUploads(sql, abandoned, FILES_AT_ONCE));
  await removeUnfinished({ sql, store }, new Date(now.getTime() - KEPT_MS));
  await removePieces({ sql, store }, await lostPieces(sql, abandoned));
  await removeAbandoned(incoming, new Date(Date.now() - ABANDONED_MS));
}

/** Forgets uploads that nobody continued, and those that are files by now. */
async function removeUnfinished({ sql, store }: Pick<Sweep, "sql" | "store">, before: Date): Promise<void> {
  for (const upload of await staleResumables(sql, before)) {
    await forgetResumable(sql, upload);
    await removePieces({ sql, store }, await piecesOf(sql, upload));
  }
}

function fileCutoffs(keeping: Keeping, now: Date): FileCutoffs {
  const channels = Object.keys(keeping.set.channels);
  return {
    organizationId: keeping.organizationId,
    before: cutoffOf(keeping, now, "files"),
    channels: Object.fromEntries(channels.map((id) => [id, cutoffOf(keeping, now, "files", id)])),
  };
}

async function removeOlder(
  { sql, store }: Pick<Sweep, "sql" | "store">,
  cutoffs: FileCutoffs,
): Promise<void> {
  await removeAll({ sql, store }, async () => {
    const files = await expiredMedia(sql, cutoffs, FILES_AT_ONCE);
    return await withdrawn(sql, files, cutoffs.before);
  });
}

/** Without the uploads that a message or a broadcast began to need at this moment, or that were uploaded again. */
async function withdrawn(
  sql: Sql,
  files: Awaited<ReturnType<typeof expiredMedia>>,
  before: Date,
): Promise<Key[]> {
  const free: Key[] = [];
  for (const file of files)
    if (file.direction === "inbound" || (await withdrawUpload(sql, file, before))) free.push(file);
  return free;
}

type Key = Pick<MediaRow, "organization_id" | "id">;

/** Removes files as long as there are more: first the file, then its record. */
async function removeAll(
  { sql, store }: Pick<Sweep, "sql" | "store">,
  next: () => Promise<Key[]>,
): Promise<void> {
  for (let files = await next(); files.length > 0; files = await next()) {
    for (const file of files) await store.remove(mediaKey(file.organization_id, file.id));
    await forgetMedia(sql, files);
  }
}

async function removeAbandoned(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtime < before) await rm(path, { force: true });
  }
}
