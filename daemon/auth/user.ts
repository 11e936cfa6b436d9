import { findUser, type UserRow } from "../../db/auth/users.ts";
import type { Queryable } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { permissionsOf, RoleSchema } from "./roles.ts";

const sessionFields = {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  timezone: Type.String({ description: "IANA time zone" }),
  week_start: Type.String({ description: "A weekday, in lower case" }),
  created_at: Type.String({ format: "date-time" }),
};

const sessionExample = {
  id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  name: "Ada",
  email: "ada@example.com",
  email_verified: false,
  timezone: "UTC",
  week_start: "monday",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** The logged-in user, as a login returns it. */
export const SessionUserSchema = Type.Object(sessionFields, {
  title: "SessionUser",
  examples: [sessionExample],
});

const userExample = { ...sessionExample, role: "agent", disabled: false };

/** A user of the organisation. */
export const UserSchema = Type.Object(
  { ...sessionFields, role: RoleSchema, disabled: Type.Boolean() },
  { title: "User", examples: [userExample] },
);

/** The caller, identified by login or by key. */
export const MeSchema = Type.Object(
  {
    organization_id: Type.String(),
    actor: Type.Object({
      type: Type.Union([Type.Literal("user"), Type.Literal("key")]),
      id: Type.String(),
    }),
    permissions: Type.Array(Type.String()),
    operator: Type.Boolean({ description: "Whether their organisation runs the installation" }),
    needs_factor: Type.Boolean({
      description: "Whether they first have to set up a second factor, and may do nothing else until then",
    }),
    user: Nullable(UserSchema),
  },
  {
    title: "Me",
    examples: [
      {
        organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        actor: { type: "user", id: userExample.id },
        permissions: [...permissionsOf("agent")],
        operator: true,
        needs_factor: false,
        user: userExample,
      },
    ],
  },
);

export function showSessionUser(row: UserRow) {
  const { id, name, email, email_verified, timezone, week_start, created_at } = row;
  return { id, name, email, email_verified, timezone, week_start, created_at: created_at.toISOString() };
}

export function showUser(row: UserRow) {
  return { ...showSessionUser(row), role: row.role, disabled: row.disabled_at !== null };
}

/** The user who is calling; throws 403 `no_user` for a key, with what it lacks as `detail`. */
export async function ownUser(
  sql: Queryable,
  { organizationId, actor }: Caller,
  detail: string,
): Promise<UserRow & { password_hash: string }> {
  const user = actor.type === "user" ? await findUser(sql, organizationId, actor.id) : null;
  if (user !== null) return user;
  throw problem(403, "no_user", detail);
}

/** The rules for a password (NIST SP 800-63B, 5.1.1.2: a length, and no rules of composition). */
export const Password = Type.String({ minLength: 8, maxLength: 256 });
export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" });
export const UserName = Type.String({ minLength: 1, maxLength: 128 });
