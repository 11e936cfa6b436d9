import { findUserOfKey } from "../../db/auth/users.ts";
import { connect } from "../../db/connection/client.ts";
import { COMMAND } from "../auth/audit.ts";
import { makeLoginLink } from "../page/links/login-link.ts";
import type { Database } from "./database.ts";

/**
 * A link that logs a browser on this machine in, once and within a minute, as the organisation's first owner; null if no
 * owner can log in. `url` is the daemon's.
 */
export async function loginUrl(
  { url, database }: { url: string; database: Database },
  organizationId: string,
): Promise<string | null> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const owner = await findUserOfKey(sql, organizationId, null);
    if (owner === null) return null;
    const pepper = database.secrets.derive("tokens");
    const { token } = await makeLoginLink(sql, pepper, owner, { ...COMMAND, organizationId });
    return `${url}/login/link/${token}`;
  } finally {
    await sql.end();
  }
}
