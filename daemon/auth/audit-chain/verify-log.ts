import { findUnlinked, noteBroken, readChain } from "../../../db/auth/audit-chain.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Checked } from "../../audit-chain/check.ts";
import type { AuditHead } from "../../audit-chain/head.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { checkLinks } from "./check-links.ts";
import { signedHead } from "./signed-head.ts";

/** What was found of one organisation's log: as of one moment. */
export type VerifiedLog = Checked & { organization_id: string };

/**
 * Verifies an organisation's audit log in the database against its chain, the head that was signed last and one that was
 * noted elsewhere. Where all is well, what had kept the daemons from signing is over.
 */
export async function verifyLog(
  { sql, secrets }: { sql: Sql; secrets: Pick<Secrets, "derive"> },
  organizationId: string,
  noted: AuditHead | null,
): Promise<VerifiedLog> {
  const checked = await sql.begin("isolation level repeatable read read only", async (transaction) => {
    const chain = await readChain(transaction, organizationId);
    const signed = chain === null ? null : signedHead(secrets, organizationId, chain);
    const heads = [noted, signed].filter((head) => head !== null);
    const found = await checkLinks(transaction, { organizationId, heads });
    const isForged = signed === null && (chain?.signed_position ?? 0) > 0;
    const unlinked = await findUnlinked(transaction, organizationId);
    const problem = isForged
      ? "the head in the database was not signed by this installation"
      : `the entry ${unlinked} was written past the chain`;
    const wrong =
      found.wrong ?? (isForged || unlinked !== null ? { position: found.last + 1, problem } : null);
    return { ...found, wrong };
  });
  if (checked.wrong === null) await noteBroken(sql, organizationId, false);
  return { organization_id: organizationId, ...checked };
}
