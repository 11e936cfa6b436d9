import type { Logger } from "pino";
import { chainsDue, linkWaiting, noteBroken, noteSigned, readChain } from "../../../db/auth/audit-chain.ts";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { signHead } from "../../audit-chain/head.ts";
import { NO_HASH } from "../../audit-chain/link.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { checkLinks } from "./check-links.ts";
import { signedHead } from "./signed-head.ts";

type Dependencies = { sql: Sql; secrets: Pick<Secrets, "derive">; log: Logger };

const ENTRIES_AT_ONCE = 500;

/** Links what waits in any organisation's audit log, and signs where each chain ends. What another daemon is at is left to it. */
export async function keepChains({ sql, ...dependencies }: Dependencies): Promise<void> {
  for (const organizationId of await chainsDue(sql)) {
    const sign = (transaction: Queryable) => signChain({ sql: transaction, ...dependencies }, organizationId);
    while (await linkWaiting(sql, organizationId, ENTRIES_AT_ONCE, sign));
  }
}

/** Signs the end of a chain, unless what was signed before is not what it goes on from. */
async function signChain(
  { sql, secrets, log }: Omit<Dependencies, "sql"> & { sql: Queryable },
  organizationId: string,
): Promise<void> {
  const chain = await readChain(sql, organizationId);
  if (chain === null || chain.broken_at !== null || chain.position === chain.signed_position) return;
  const signed = signedHead(secrets, organizationId, chain);
  const follows = { position: signed?.position ?? 0, hash: signed?.hash ?? NO_HASH };
  const { wrong } = await checkLinks(sql, { organizationId, follows, hasEntry: () => false });
  if (wrong !== null || (signed === null && chain.signed_position > 0)) {
    await noteBroken(sql, organizationId, true);
    log.error(
      { organization_id: organizationId, position: wrong?.position, problem: wrong?.problem },
      "the audit log was changed: no more of it is signed; see waypostd audit verify",
    );
    return;
  }
  const { position, hash } = chain;
  // to the microsecond, as the database gives it back
  const signed_at = new Date().toISOString().replace("Z", "000Z");
  await noteSigned(
    sql,
    signHead(secrets.derive("audit"), { organization_id: organizationId, position, hash, signed_at }),
  );
}
