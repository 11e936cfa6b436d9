/**
 * The first organisation of databases that tests are given. One password for all in a process, because hashing it is
 * slow on purpose, and one master key.
 */
import { createHash, randomBytes } from "node:crypto";
import { hashKey, newKey, shownOf } from "../../daemon/auth/key.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { type Initialized, prepareOrganization } from "../../daemon/organizations/create.ts";
import { createSecrets, type Keyring } from "../../daemon/secrets/envelope.ts";
import type { Sql } from "../../db/connection/client.ts";
import { createFirstOrganization } from "../../db/organizations/organizations.ts";

const KEY = randomBytes(32);
/** The master key, named as the daemon names it. */
export const KEYS = [{ id: createHash("sha256").update(KEY).digest("hex").slice(0, 8), key: KEY }];
const OWNER = { name: "My organisation", email: "owner@localhost" };
let prepared: ReturnType<typeof prepareOrganization> | undefined;

export type FirstOrganization = Initialized & {
  secrets: Keyring;
  /** In base64. */
  masterKey: string;
};

/** Writes the organisation into a new database. The keyring is the caller's own. */
export async function insertFirstOrganization(sql: Sql): Promise<FirstOrganization> {
  const secrets = createSecrets(KEYS);
  prepared ??= prepareOrganization(secrets, OWNER);
  const { row, shown } = await prepared;
  const [organizationId, key] = [newId("org"), newKey()];
  const made = {
    ...{ ...row, organizationId, user: { ...row.user, id: Bun.randomUUIDv7() } },
    key: { id: newId("key"), ...shownOf(key), hash: hashKey(key, secrets.derive("api keys")) },
  };
  if (!(await createFirstOrganization(sql, made))) throw new Error("the database was not new");
  return {
    ...{ ...shown, organization_id: organizationId, api_key: key },
    ...{ secrets, masterKey: KEY.toString("base64") },
  };
}
