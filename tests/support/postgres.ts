/** The Postgres of a test run: DATABASE_URL's, or an embedded one in a temporary folder. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { tryLock } from "../../db/embedded/lock.ts";

export type TestPostgres = { url: string; stop(): Promise<void> };

const PREFIX = "waypost-test-postgres-";

/** Starts it. What killed test runs left behind is ended and removed first. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const running = tryLock(join(folder, "running"));
  const server = await startEmbeddedPostgres({ dataDirectory: folder, settings: LOSSY });
  const stop = async () => {
    await server.stop();
    running?.release();
    rmSync(folder, { recursive: true });
  };
  return { url: server.url, stop };
}

/** Faster, for data that nobody needs after a crash of the machine. */
const LOSSY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
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
