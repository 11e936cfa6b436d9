import { COMMAND } from "../../../daemon/auth/audit.ts";
import { makeLoginLink } from "../../../daemon/page/links/login-link.ts";
import type { Running } from "../../../daemon/start/serve.ts";
import { findUserOfKey } from "../../../db/auth/users.ts";
import { connect } from "../../../db/connection/client.ts";

/** A link that logs a browser on this machine in as the organisation's first owner; null if no owner can log in. */
export async function loginUrl(
  { daemon, database }: Running,
  organizationId: string,
): Promise<string | null> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const owner = await findUserOfKey(sql, organizationId, null);
    if (owner === null) return null;
    const pepper = database.secrets.derive("tokens");
    const { token } = await makeLoginLink(sql, pepper, owner, { ...COMMAND, organizationId });
    return `${daemon.url}/login/link/${token}`;
  } finally {
    await sql.end();
  }
}
