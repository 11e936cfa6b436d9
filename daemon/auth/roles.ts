import { PERMISSIONS, type Permission } from "../http/permissions.ts";
import { Type } from "../lib/typebox.ts";

/** Permissions of users, by role. */
export const ROLES = {
  owner: ["*"],
  admin: PERMISSIONS,
  agent: [
    "messages:send",
    "messages:read",
    "channels:read",
    "contacts:read",
    "contacts:write",
    "templates:read",
    "events:read",
    "crm:read",
    "crm:write",
    // files of their answers
    "media:write",
    "approvals:decide",
  ],
  viewer: ["messages:read", "channels:read", "contacts:read", "templates:read", "events:read", "crm:read"],
} as const satisfies Record<string, readonly (Permission | "*")[]>;

export type Role = keyof typeof ROLES;

export const RoleSchema = Type.Union(
  (Object.keys(ROLES) as Role[]).map((role) => Type.Literal(role)),
  {
    description:
      "`owner` may do everything, `admin` everything that permissions name, `agent` works in conversations, `viewer` reads",
  },
);

/** The permissions of a role as it is stored; an unknown one has none. */
export function permissionsOf(role: string): readonly string[] {
  return Object.hasOwn(ROLES, role) ? ROLES[role as Role] : [];
}
