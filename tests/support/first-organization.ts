/**
 * The first organisation of databases that tests are given: one for all in a process, because hashing a password is
 * slow on purpose, and the master key that it is made with.
 */
import { createHash, randomBytes } from "node:crypto";
import { type Initialized, prepareOrganization } from "../../daemon/organizations/create.ts";
import { createSecrets, type Keyring } from "../../daemon/secrets/envelope.ts";
import type { Sql } from "../../db/connection/client.ts";
import { createFirstOrganization } from "../../db/organizations/organizations.ts";

const KEY = randomBytes(32);
const OWNER = { name: "My organisation", email: "owner@localhost" };
let prepared: ReturnType<typeof prepareOrganization> | undefined;

export type FirstOrganization = Initialized & {
  secrets: Keyring;
  /** In base64. */
  masterKey: string;
};

/** Writes the organisation into a new database. The keyring is the caller's own. */
export async function insertFirstOrganization(sql: Sql): Promise<FirstOrganization> {
  // named as the daemon names it
  const id = createHash("sha256").update(KEY).digest("hex").slice(0, 8);
  const secrets = createSecrets([{ id, key: KEY }]);
  prepared ??= prepareOrganization(secrets, OWNER);
  const { row, shown } = await prepared;
  if (!(await createFirstOrganization(sql, row))) throw new Error("the database was not new");
  return { ...shown, secrets, masterKey: KEY.toString("base64") };
}
