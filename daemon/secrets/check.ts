import type { Sql } from "../../db/client.ts";
import { sealedCheck } from "../../db/installation.ts";
import { SecretError, type Secrets } from "./envelope.ts";
import { MasterKeyError } from "./master-key.ts";

const CONTEXT = "installation check";

/**
 * Makes sure that the master key is the one this database's secrets were
 * sealed with. Throws `MasterKeyError`: nothing was changed, and with the right
 * key everything is there.
 */
export async function checkMasterKey(sql: Sql, secrets: Secrets): Promise<void> {
  const sealed = await sealedCheck(sql, secrets.encrypt("waypost", CONTEXT));
  try {
    secrets.decrypt(sealed, CONTEXT);
  } catch (cause) {
    if (!(cause instanceof SecretError)) throw cause;
    throw new MasterKeyError(
      "the master key is not the one this database was set up with; put back the right WAYPOST_MASTER_KEY " +
        "(or master.key in the data directory)",
      { cause },
    );
  }
}
