import { Type } from "../lib/typebox.ts";

/** Permissions of keys; `*` is all of them. */
export const PERMISSIONS = [
  "messages:send",
  "messages:read",
  "channels:read",
  "channels:manage",
  "contacts:read",
  "contacts:write",
  "contacts:erase",
  "templates:read",
  "templates:manage",
  "webhooks:manage",
  "events:read",
  "keys:manage",
  "crm:read",
  "crm:write",
  "users:manage",
  "audit:read",
  "logs:read",
  "inbound:manage",
  "media:write",
  "broadcasts:read",
  "broadcasts:manage",
  "costs:read",
  "costs:manage",
  "approvals:decide",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** About the organisation as a whole: a key that is for some channels can't use them, whatever it was given. */
const ORGANIZATION_WIDE: readonly string[] = [
  "contacts:erase",
  "users:manage",
  "audit:read",
  "logs:read",
  "*",
] satisfies (Permission | "*")[];

/** Whether a permission can be used by a key that is for some channels. */
export function worksWithinChannels(permission: string): boolean {
  return !ORGANIZATION_WIDE.includes(permission);
}

export const PermissionSchema = Type.Union(
  [...PERMISSIONS.map((name) => Type.Literal(name)), Type.Literal("*")],
  { title: "Permission", description: "A permission, or `*` for all of them" },
);

/** Whether a set of granted permissions covers one. */
export function grants(granted: readonly string[], wanted: string): boolean {
  return granted.includes("*") || granted.includes(wanted);
}

/** Whether a text names a permission, or all of them. */
export function isPermission(name: string): boolean {
  return name === "*" || PERMISSIONS.some((one) => one === name);
}
