import { ROLES, type Role } from "../config/roles.ts";
import { type Static, Type } from "../lib/typebox.ts";

/** One of the roles, as the API names it. */
export const RoleSchema = Type.Union(ROLES.map((role) => Type.Literal(role)));

const MissingRoleSchema = Type.Object({
  role: RoleSchema,
  detail: Type.String({ description: "What its absence means" }),
  hint: Type.String({ description: "Advice" }),
});
export const MissingRolesSchema = Type.Array(MissingRoleSchema, {
  description: "The roles that are needed and that no running daemon has",
});

export type MissingRole = Static<typeof MissingRoleSchema>;

const WITHOUT: Record<Role, string> = {
  api: "nothing can be accepted",
  worker: "nothing is sent or delivered, except by paired numbers",
  gateway: "paired numbers neither send nor receive",
};

/** The consequence of a role that no daemon has, and what to do. */
export function withoutRole(role: Role): MissingRole {
  return {
    role,
    detail: `No daemon with the role ${role} is running: ${WITHOUT[role]}.`,
    hint: `Start one: waypostd --role ${role}`,
  };
}
