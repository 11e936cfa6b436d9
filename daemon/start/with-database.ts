import { connect, type Sql } from "../../db/connection/client.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { loadConfig } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { createLog } from "../lib/log.ts";
import { VERSION } from "../lib/version.ts";
import { checkMasterKey } from "../secrets/check.ts";
import { type Database, openDatabase } from "./database.ts";

/**
 * Does a command's work on the database, brought to this version's schema and
 * opened with the right master key; beside a daemon that runs, or without one.
 */
export async function withDatabase(
  work: (on: { sql: Sql; database: Database; config: Config }) => Promise<void>,
): Promise<void> {
  const config = loadConfig();
  const database = await openDatabase(config, createLog("warn"));
  const sql = connect(database.databaseUrl, { max: 2 });
  try {
    await migrate(database.databaseUrl, {
      version: VERSION,
      inPlace: database.pooledUrl !== undefined,
      report: (line) => process.stderr.write(`${line}\n`),
    });
    await checkMasterKey(sql, database.secrets, database.keys.name);
    await work({ sql, database, config });
  } finally {
    await sql.end();
    await database.close();
  }
}
