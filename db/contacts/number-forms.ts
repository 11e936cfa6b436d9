import type { Sql } from "../connection/client.ts";

/** Two identities of one person. */
export type SamePhone = { type: string; value: string; other_type: string; other_value: string };

/**
 * Makes the owners of two identities each one contact, and emits events of those that changed by it; mostly they are
 * one.
 */
export async function joinPeople(
  sql: Sql,
  organizationId: string,
  pairs: readonly SamePhone[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`select link_same(${organizationId}, ${JSON.stringify(pairs)}::text::json)`;
}
