/** Audit logs in a database, each of an organisation of its own, and how somebody with the database tampers with one. */
import { randomBytes } from "node:crypto";
import type { AuditHead } from "../../../daemon/audit-chain/head.ts";
import { keepChains } from "../../../daemon/auth/audit-chain/keep-chains.ts";
import { signedHead } from "../../../daemon/auth/audit-chain/signed-head.ts";
import { verifyLog } from "../../../daemon/auth/audit-chain/verify-log.ts";
import { newId } from "../../../daemon/lib/ids.ts";
import { createLog } from "../../../daemon/lib/log.ts";
import { createSecrets } from "../../../daemon/secrets/envelope.ts";
import { readChain } from "../../../db/auth/audit-chain.ts";
import type { TestDatabase } from "../../support/database.ts";

export const secrets = createSecrets([{ id: "aaaa0000", key: randomBytes(32) }]);
const log = createLog("silent");

/** A log of so many entries, which have their links. */
export async function linkedLog(database: TestDatabase, entries: number) {
  const organization = newId("org");
  const { sql, admin } = database;
  const write = async (count: number, age = "0 hours") => {
    const endings = Array.from({ length: count }, (_, nth) => String(nth).padStart(16, "0"));
    const rows = await sql<{ id: string }[]>`
      insert into audit_log (organization_id, id, action, actor_type, target_type, target_id, changes, created_at)
      select ${organization}, 'aud_' || ulid_time(clock_timestamp() - ${age}::interval) || ending, 'key.created', 'command',
        'key', 'ct_zelda', '{"name":"Zelda"}', now() - ${age}::interval
      from unnest(${endings}::text[]) as ending
      returning id`;
    return rows.map(({ id }) => id);
  };
  const link = () => keepChains({ sql, secrets, log });
  const made = {
    ...{ organization, write, link },
    ids: await write(entries),
    verify: (noted: AuditHead | null = null) => verifyLog({ sql, secrets }, organization, noted),
    head: async () => {
      const chain = await readChain(sql, organization);
      return chain === null ? null : signedHead(secrets, organization, chain);
    },
    /** As a superuser, past every trigger. `$1` is the organisation. */
    tamper: (...statements: string[]) =>
      admin.begin(async (transaction) => {
        await transaction`set local session_replication_role = replica`;
        for (const statement of statements)
          await transaction.unsafe(statement, statement.includes("$1") ? [organization] : []);
      }),
  };
  await link();
  return made;
}
