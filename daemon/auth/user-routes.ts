import { Elysia, t } from "elysia";
import { endLoginSessions } from "../../db/auth/login-sessions.ts";
import {
  countOtherOwners,
  deleteUser,
  findUser,
  listUsers,
  type UserChanges,
  updateUser,
} from "../../db/auth/users.ts";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { releaseConversations } from "../../db/conversations/assignees.ts";
import { type Caller, refuseStaleProof } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { grants } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { audit } from "./audit.ts";
import type { Authenticator } from "./authenticate.ts";
import { endAccess, summaryOf } from "./given-access.ts";
import { refuseMorePermissions } from "./key-rules.ts";
import { permissionsOf, RoleSchema } from "./roles.ts";
import { showUser, UserName, UserSchema } from "./user.ts";

export type UserRouteDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  authenticator: Pick<Authenticator, "forget">;
};

const KEPT = "Keep the API keys, open invitations, approved terminals and endpoints that the user created";
const Id = Type.Object({ id: Type.String({ format: "uuid" }) });
const RemoveQuery = Type.Object({
  keep_keys: t.Optional(
    t.Boolean({
      default: false,
      description: KEPT,
    }),
  ),
});
const ChangeBody = Type.Object(
  {
    name: Type.Optional(UserName),
    role: Type.Optional(RoleSchema),
    timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          "A disabled user is logged out and can't log in; the API keys, open invitations, approved terminals and endpoints that they created end, and their conversations are nobody's",
      }),
    ),
    keep_keys: Type.Optional(
      Type.Boolean({
        default: false,
        description: `With \`disabled\` or a lower \`role\`: ${KEPT.toLowerCase()}`,
      }),
    ),
  },
  { minProperties: 1, examples: [{ role: "admin" }] },
);

/** `/v1/users`: the organisation's users and their roles. */
export function userRoutes(http: Http, { sql, reading, cursors, authenticator }: UserRouteDependencies) {
  return new Elysia({ prefix: "/v1/users" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listUsers(sql, caller.organizationId, before, most),
          show: showUser,
          position: (row) => row.id,
        }),
      {
        permission: "users:manage",
        query: Type.Object(PagingQuery),
        detail: documented({ operation: "listUsers", summary: "List users", lists: UserSchema }),
      },
    )
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        // whoever stole an old login could otherwise give another user of theirs a higher role
        if (body.role !== undefined || body.disabled === false) refuseStaleProof(caller);
        const changed = await sql.begin((transaction) => changeUser(transaction, caller, params.id, body));
        authenticator.forget();
        return showUser(changed);
      },
      {
        permission: "users:manage",
        params: Id,
        body: ChangeBody,
        detail: documented({
          operation: "updateUser",
          summary: "Change a user",
          description:
            "You can't give a role, or change a user, with more permissions than your own. What the user created and the new role could not create ends: API keys and those created with them, open invitations, approved terminals and endpoints, unless `keep_keys` is set. Conversations of somebody who may not answer any more are nobody's, but for closed ones.",
          wording: { 409: LAST_OWNER },
          responses: { 200: { description: "Changed", schema: UserSchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, query, set }) => {
        await sql.begin(async (transaction) => {
          await mustManage(transaction, caller, params.id);
          await keepAnOwner(transaction, caller, params.id);
          await deleteUser(transaction, caller.organizationId, params.id);
          await releaseConversations(transaction, caller.organizationId, params.id);
          const ended = await endDoors(transaction, caller, params.id, [], query.keep_keys === true);
          await audit(transaction, caller, {
            action: "user.deleted",
            target: { type: "user", id: params.id },
            changes: summaryOf(ended),
          });
        });
        authenticator.forget();
        set.status = 204;
      },
      {
        permission: "users:manage",
        params: Id,
        query: RemoveQuery,
        detail: documented({
          operation: "deleteUser",
          summary: "Delete a user",
          description:
            "Also ends what the user created: API keys and those created with them, open invitations, approved terminals and endpoints, unless `keep_keys` is set. If one of the keys may do more than the caller, nothing happens (403). Their conversations are nobody's, but for closed ones.",
          wording: { 409: LAST_OWNER },
          responses: { 204: { description: "Deleted, and logged out" } },
        }),
      },
    );
}

const LAST_OWNER = {
  description: "The organisation would be left without an owner",
  code: "last_owner",
  detail: "the organisation needs an owner; make somebody else an owner first",
};

async function changeUser(
  sql: Transaction,
  caller: Caller,
  id: string,
  { disabled, keep_keys = false, ...changes }: Static<typeof ChangeBody>,
) {
  const user = await mustManage(sql, caller, id);
  if (changes.role !== undefined) refuseHigherRole(caller, changes.role);
  const losesOwner = disabled === true || (changes.role !== undefined && changes.role !== "owner");
  if (user.role === "owner" && losesOwner) await keepAnOwner(sql, caller, id);
  const all: UserChanges = {
    ...changes,
    ...(disabled === undefined ? {} : { disabled_at: disabled ? new Date() : null }),
  };
  const changed = await updateUser(sql, caller.organizationId, id, all);
  if (disabled === true) await endLoginSessions(sql, caller.organizationId, id);
  const left = disabled === true ? [] : permissionsOf(changes.role ?? user.role);
  const isLess = disabled === true || changes.role !== undefined;
  if (isLess && !grants(left, "messages:send")) await releaseConversations(sql, caller.organizationId, id);
  const ended = isLess ? await endDoors(sql, caller, id, left, keep_keys) : null;
  await audit(sql, caller, {
    action: "user.updated",
    target: { type: "user", id },
    changes: {
      ...changes,
      ...(disabled === undefined ? {} : { disabled }),
      ...(ended === null ? {} : summaryOf(ended)),
    },
  });
  return changed ?? user;
}

/**
 * Ends the access that a user gave to others and to programs, beyond what is left of their own; throws 403 if one of the
 * keys may do more than the caller.
 */
async function endDoors(
  sql: Transaction,
  caller: Caller,
  id: string,
  permissions: readonly string[],
  keepsAccess: boolean,
) {
  if (keepsAccess) return "kept" as const;
  const why: Record<string, string> = permissions.length === 0 ? { user_left: id } : { role_changed: id };
  const ended = await endAccess(sql, caller, { id, permissions, why });
  for (const { permissions } of ended) refuseMorePermissions(caller, permissions, "revoke a key with");
  return ended;
}

async function mustManage(sql: Transaction, caller: Caller, id: string) {
  const user = found(await findUser(sql, caller.organizationId, id), "user");
  refuseHigherRole(caller, user.role);
  return user;
}

async function keepAnOwner(sql: Transaction, { organizationId }: Caller, id: string): Promise<void> {
  const user = await findUser(sql, organizationId, id);
  if (user?.role !== "owner" || (await countOtherOwners(sql, organizationId, id)) > 0) return;
  throw problem(409, LAST_OWNER.code, LAST_OWNER.detail);
}

/**
 * Throws 403 for a role that may do what the caller may not; otherwise they could gain
 * permissions through another user.
 */
export function refuseHigherRole(caller: Caller, role: string): void {
  const beyond = permissionsOf(role).find((permission) => !grants(caller.permissions, permission));
  if (beyond === undefined) return;
  throw problem(403, "missing_permission", `the role ${role} may ${beyond}, and you may not`, {
    members: { permission: beyond },
  });
}
