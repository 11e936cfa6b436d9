import type { Sql } from "../../../db/connection/client.ts";
import { sumContactCosts, sumCostsOfContact } from "../../../db/costs/contacts.ts";
import { type CostSum, type GroupedSum, sumAllCosts, sumCosts } from "../../../db/costs/sums.ts";
import { sumTemplateCosts } from "../../../db/costs/templates.ts";
import type { Question } from "./query.ts";

/** The groups of an answer; `next` is the contact behind which more follow. */
export type Found = { groups: GroupedSum[]; total: CostSum; next: string | null };

/** Answers a question about costs, of contacts a page. */
export async function readCosts(
  sql: Sql,
  { groupBy, contactId, filter }: Question,
  after: string | null,
  most: number,
): Promise<Found> {
  if (contactId !== undefined) return { ...(await sumCostsOfContact(sql, filter, contactId)), next: null };
  if (groupBy === "template") return { ...(await sumTemplateCosts(sql, filter)), next: null };
  if (groupBy !== "contact") return { ...(await sumCosts(sql, filter, groupBy)), next: null };
  const groups = await sumContactCosts(sql, filter, after, most + 1);
  const shown = groups.slice(0, most);
  const next = groups.length > most ? (shown.at(-1)?.group ?? null) : null;
  return { groups: shown, total: await sumAllCosts(sql, filter), next };
}
