import type { Sql } from "../../db/connection/client.ts";
import { createFirstOrganization, firstOrganization } from "../../db/organizations/organizations.ts";
import { type Initialized, prepareOrganization } from "../organizations/create.ts";
import type { Secrets } from "../secrets/envelope.ts";

/**
 * Makes the organisation, its first user and a key that may do everything.
 * Null when there is an organisation already: nothing was changed.
 */
export async function initialize(
  sql: Sql,
  secrets: Secrets,
  {
    name = "My organisation",
    email = "owner@localhost",
    cell,
  }: { name?: string; email?: string; cell?: string | undefined } = {},
): Promise<Initialized | null> {
  if ((await firstOrganization(sql)) !== null) return null;
  const { row, shown } = await prepareOrganization(secrets, { name, email, cell });
  return (await createFirstOrganization(sql, row)) ? shown : null;
}
