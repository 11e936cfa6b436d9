import { Elysia } from "elysia";
import { deleteFactors } from "../../../db/auth/factors.ts";
import { endLoginSessions } from "../../../db/auth/login-sessions.ts";
import { findUser } from "../../../db/auth/users.ts";
import type { Sql, Transaction } from "../../../db/connection/client.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { type Actor, audit } from "../audit.ts";
import { refuseHigherRole } from "../user-routes.ts";

/** `DELETE /v1/users/{id}/factors`: for somebody who has lost all of theirs, by those who manage users. */
export function resetFactorsRoute(http: Http, { sql }: { sql: Sql }) {
  return new Elysia().use(http).delete(
    "/v1/users/:id/factors",
    async ({ caller, params, set }) => {
      const user = found(await findUser(sql, caller.organizationId, params.id), "user");
      refuseHigherRole(caller, user.role);
      await sql.begin((transaction) => resetFactors(transaction, caller, user.id));
      set.status = 204;
    },
    {
      permission: "users:manage",
      proved: true,
      params: Type.Object({ id: Type.String({ format: "uuid" }) }),
      detail: documented({
        operation: "resetUserFactors",
        summary: "Remove a user's second factors",
        description:
          "For somebody who has lost theirs: they are logged out, and log in with the password alone. You can't do it to somebody who may do more than you.",
        responses: { 204: { description: "None is left, nor a recovery code" } },
      }),
    },
  );
}

/** Removes all factors of a user and their recovery codes, and ends their logins. */
export async function resetFactors(sql: Transaction, who: Actor, userId: string): Promise<void> {
  const user = { organization_id: who.organizationId, id: userId };
  const removed = await deleteFactors(sql, user);
  await endLoginSessions(sql, user.organization_id, user.id);
  await audit(sql, who, {
    action: "factors.reset",
    target: { type: "user", id: userId },
    changes: { removed },
  });
}
