/** The first organisation of a new database, and the settings that daemons beside the sandbox are started with. */
import { loadConfig } from "../../../daemon/config/config.ts";
import { addOrganization } from "../../../daemon/organizations/create.ts";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { createSecrets } from "../../../daemon/secrets/envelope.ts";
import { keySource } from "../../../daemon/secrets/master-key.ts";
import { initialize } from "../../../daemon/start/init.ts";
import { connect } from "../../../db/connection/client.ts";
import { migrate } from "../../../db/schema/migrate.ts";
import { stageHome } from "./home.ts";

export const STAGE_SETTINGS = {
  WAYPOST_HOME: stageHome(),
  WAYPOST_LOG_LEVEL: "info",
  WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
  WAYPOST_VERIFY_TOKEN: SANDBOX_DEFAULTS.verifyToken,
  WAYPOST_ALLOW_PRIVATE_HOSTS: "127.0.0.0/8",
  WAYPOST_SHUTDOWN_SECONDS: "5",
};

/** Makes the schema and the first organisation, or another one of this name; returns a key that may do everything. */
export async function makeOrganization(
  databaseUrl: string,
  masterKey: string,
  another?: string,
): Promise<string> {
  await migrate(databaseUrl);
  const config = loadConfig({ ...STAGE_SETTINGS, WAYPOST_MASTER_KEY: masterKey });
  const sql = connect(databaseUrl, { max: 1 });
  try {
    const secrets = createSecrets((await keySource(config).read()) ?? []);
    const made =
      another === undefined
        ? await initialize(sql, secrets)
        : await addOrganization(sql, secrets, { name: another, email: `${another}@localhost` });
    if (made === null) throw new Error("the database was not new");
    return made.api_key;
  } finally {
    await sql.end();
  }
}
