import type { Transaction } from "../../db/connection/client.ts";
import { type Counted, countForLimit } from "../../db/organizations/organizations.ts";
import { problem } from "../http/problem.ts";

/**
 * Throws 409 `limit_reached` when an organisation has as many of these as it may. Call it in
 * the transaction that adds one: concurrent calls wait for each other.
 */
export async function refuseBeyondLimit(
  transaction: Transaction,
  organizationId: string,
  what: Counted,
): Promise<void> {
  const { most, count } = await countForLimit(transaction, organizationId, what);
  if (most === null || count < most) return;
  throw problem(409, "limit_reached", `this organisation may have at most ${most} ${what}`);
}
