/**
 * The Postgres of a test run: the one that the run has started for all its processes, DATABASE_URL's, or an embedded
 * one in a temporary folder, in memory where there is room.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { tryLock } from "../../db/embedded/lock.ts";

export type TestPostgres = { url: string; stop(): Promise<void> };

const PREFIX = "waypost-test-postgres-";
/** Where Linux keeps files in memory: hundreds of databases are made and dropped several times as fast there. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/** Starts it. Ends and removes leftovers of killed test runs first. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const url = process.env.TEST_POSTGRES_URL ?? process.env.DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  await removeLeftovers();
  const { folder, running } = newFolder(hasRoom(MEMORY) ? MEMORY : tmpdir());
  const server = await startEmbeddedPostgres({ dataDirectory: folder, settings: LOSSY });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
    running?.release();
  };
  return { url: server.url, stop };
}

/** Gets its name once it is locked: another run that begins now takes none for abandoned that is still being made. */
function newFolder(parent: string) {
  const unlocked = mkdtempSync(join(parent, "waypost-making-"));
  const running = tryLock(join(unlocked, "running"));
  const folder = join(parent, `${PREFIX}${randomUUID()}`);
  renameSync(unlocked, folder);
  return { folder, running };
}

/** Faster, for data that nobody needs after a crash of the machine. */
const LOSSY = {
  fsync: "off",
  // who connects while its database is dropped may never say who it is: the drop waits for its end
  authentication_timeout: "15s",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  max_connections: "300",
  // the data is in memory already: handing reads to other processes takes longer than reading
  io_method: "sync",
  // it works on every database in turn, and while it looks at one, what a test counts there can't be cleaned up
  autovacuum: "off",
};

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES;
}

async function removeLeftovers(): Promise<void> {
  for (const folder of [MEMORY, tmpdir()].flatMap(foldersIn)) {
    try {
      const abandoned = existsSync(join(folder, "running")) && tryLock(join(folder, "running"));
      if (!abandoned) continue;
      await (await startEmbeddedPostgres({ dataDirectory: folder, settings: LOSSY })).stop();
      abandoned.release();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or half made: not ours to mend.
    }
  }
}

function foldersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => join(parent, name));
}
