/** The Postgres of a run: DATABASE_URL's, or an embedded one in a temporary folder, durable as in production. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connection/client.ts";
import { startEmbeddedPostgres } from "../../../db/embedded/embedded.ts";

export type BenchmarkPostgres = {
  /** Its version, and whose it is. */
  description: string;
  /** Makes an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  /** Removes the databases made here, and stops the server when it is ours. */
  close(): Promise<void>;
};

/** Whose a Postgres is: ours, or that of `DATABASE_URL`. */
export type Whose = "embedded" | { url: string };

/** Opens it. */
export async function openPostgres(whose: Whose): Promise<BenchmarkPostgres> {
  const server = await startServer(whose);
  const admin = connect(server.url, { max: 1, statementTimeoutMs: 0 });
  const made: string[] = [];
  const [settings] = await admin<{ version: string; fsync: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync`;
  const name = typeof whose === "string" ? whose : "DATABASE_URL";
  return {
    description: `Postgres ${settings?.version} (${name}, fsync ${settings?.fsync})`,
    async createDatabase() {
      const name = `waypost_bench_${crypto.randomUUID().replaceAll("-", "")}`;
      await admin`create database ${admin(name)}`;
      made.push(name);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async close() {
      for (const name of made) await admin`drop database if exists ${admin(name)} with (force)`;
      await admin.end();
      await server.stop();
    },
  };
}

async function startServer(whose: Whose): Promise<{ url: string; stop(): Promise<void> }> {
  if (whose === "embedded") return await startOwn();
  return { url: whose.url, stop: async () => {} };
}

async function startOwn() {
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-postgres-"));
  const server = await startEmbeddedPostgres({ dataDirectory: folder });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
