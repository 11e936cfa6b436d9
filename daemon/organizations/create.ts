import { randomBytes } from "node:crypto";
import type { Sql } from "../../db/connection/client.ts";
import { createOrganization, type NewOrganization } from "../../db/organizations/organizations.ts";
import { audit, COMMAND } from "../auth/audit.ts";
import { hashKey, newKey, shownOf } from "../auth/key.ts";
import { createPasswords } from "../auth/password.ts";
import { newId } from "../lib/ids.ts";
import type { Secrets } from "../secrets/envelope.ts";

/** A new organisation's secrets; they are shown once. */
export type Initialized = {
  organization_id: string;
  user: { email: string; password: string };
  api_key: string;
};

/** Its name, its owner's address, and the cell that its key carries, if any. */
type Wishes = { name: string; email: string; cell?: string | undefined };

/** The rows of a new organisation, with a password and a key for its owner. */
export async function prepareOrganization(
  secrets: Secrets,
  { name, email, cell }: Wishes,
): Promise<{ row: NewOrganization; shown: Initialized }> {
  const organizationId = newId("org");
  const password = randomBytes(15).toString("base64url");
  const key = newKey(cell);
  const row = {
    organizationId,
    name,
    user: { id: Bun.randomUUIDv7(), email, passwordHash: await createPasswords().hash(password) },
    key: {
      id: newId("key"),
      ...shownOf(key),
      hash: hashKey(key, secrets.derive("api keys")),
    },
  };
  return { row, shown: { organization_id: organizationId, user: { email, password }, api_key: key } };
}

/** Makes another organisation on this daemon. */
export async function addOrganization(
  sql: Sql,
  secrets: Secrets,
  { name, email, cell }: Wishes,
): Promise<Initialized> {
  const { row, shown } = await prepareOrganization(secrets, { name, email, cell });
  const organizationId = row.organizationId;
  await sql.begin(async (transaction) => {
    await createOrganization(transaction, row);
    await audit(
      transaction,
      { ...COMMAND, organizationId },
      {
        action: "organization.created",
        target: { type: "organization", id: organizationId },
        changes: { name, email },
      },
    );
  });
  return shown;
}

/** The secrets as a person reads them. */
export function describeSecrets({ organization_id, user, api_key }: Initialized): string {
  return [
    `Organisation  ${organization_id}`,
    `User          ${user.email}`,
    `Password      ${user.password}`,
    `API key       ${api_key}`,
    "",
    "They are shown only this once.",
    "",
  ].join("\n");
}
