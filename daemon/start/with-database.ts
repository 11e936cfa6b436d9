import { connect, type Sql } from "../../db/connection/client.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { loadConfig } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { createLog } from "../lib/log.ts";
import { VERSION } from "../lib/version.ts";
import { checkMasterKey } from "../secrets/check.ts";
import { type Ground, openGround } from "./database.ts";

/**
 * Does a command's work on the database, brought to this version's schema and
 * opened with the right master key; beside a daemon that runs, or without one.
 */
export async function onGround(
  work: (on: { sql: Sql; ground: Ground; config: Config }) => Promise<void>,
): Promise<void> {
  const config = loadConfig();
  const ground = await openGround(config, createLog("warn"));
  const sql = connect(ground.databaseUrl, { max: 2 });
  try {
    await migrate(ground.databaseUrl, {
      version: VERSION,
      tell: (line) => process.stderr.write(`${line}\n`),
    });
    await checkMasterKey(sql, ground.secrets, ground.keys.name);
    await work({ sql, ground, config });
  } finally {
    await sql.end();
    await ground.close();
  }
}
