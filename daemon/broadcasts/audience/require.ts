import { unknownContacts } from "../../../db/broadcasts/audience.ts";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { findList } from "../../../db/crm/lists.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { Plan } from "../plan/plan.ts";
import { wrong } from "../plan/wrong.ts";
import type { Route } from "../template/definition.ts";
import { piecesOf, stateOfAudience } from "./read.ts";

/** How many unknown contacts are named. */
const MOST_NAMED = 3;

/** Throws 422 when the audience names a list, a contact or an import that is not there. */
export async function requireAudience(sql: Queryable, organizationId: string, plan: Plan): Promise<void> {
  const { list_id, contact_ids } = plan.audience;
  if (list_id !== undefined && (await findList(sql, organizationId, list_id)) === null)
    throw wrong("/audience/list_id", `there is no list ${list_id}`);
  if (contact_ids !== undefined) await requireContacts(sql, organizationId, contact_ids);
  if ((await stateOfAudience(sql, organizationId, plan)) === "missing")
    throw wrong("/audience/import_id", "no file was imported under this id within the last seven days");
}

/** The same for what can't wait. Throws 409 while the file is still being imported. */
export async function requireAudienceNow(sql: Queryable, organizationId: string, plan: Plan): Promise<void> {
  await requireAudience(sql, organizationId, plan);
  if ((await stateOfAudience(sql, organizationId, plan)) === "imported") return;
  throw problem(409, "wrong_state", "the file of its audience is still being imported; ask again shortly", {
    headers: { "retry-after": "2" },
  });
}

/** Throws 422 when nobody is in the audience, as far as one look says: who is found late, or still imported, may come. */
export async function requireSomebody(
  sql: Sql,
  organizationId: string,
  plan: Plan,
  route: Route,
): Promise<void> {
  if ((await stateOfAudience(sql, organizationId, plan)) === "running") return;
  for await (const { contacts, next } of piecesOf(sql, {
    ...{ organizationId, plan, route },
    ...{ before: null, sentBy: null, place: null },
  })) {
    if (contacts.length === 0 && next === null) throw nobody();
    return;
  }
}

function nobody(): Problem {
  return problem(422, "empty_audience", NOBODY, { errors: [{ path: "/audience", message: NOBODY }] });
}

/** The reason of an audience without people. */
export const NOBODY = "nobody is in its audience";

async function requireContacts(sql: Queryable, organizationId: string, ids: readonly string[]) {
  const unknown = await unknownContacts(sql, organizationId, ids);
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MOST_NAMED).join(", ");
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : "";
  throw wrong("/audience/contact_ids", `there is no contact ${named}${more}`);
}
