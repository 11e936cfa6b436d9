import { ROLES, type Role } from "../auth/roles.ts";

/** Which role people get: by groups, or all the same. */
export type RoleRules = {
  groups_claim: string | null;
  roles: Record<string, string>;
  default_role: string | null;
};

/** From the one that may do most. */
const RANKED = Object.keys(ROLES) as Role[];

/** The role that may do most of those that somebody's groups give, otherwise the default; null for none. */
export function roleOf(
  { groups_claim, roles, default_role }: RoleRules,
  claims: Record<string, unknown>,
): Role | null {
  const groups = groups_claim === null ? [] : groupsIn(claims[groups_claim]);
  const given = groups.map((group) => (Object.hasOwn(roles, group) ? roles[group] : undefined));
  return RANKED.find((role) => given.includes(role)) ?? RANKED.find((role) => role === default_role) ?? null;
}

/** Providers say a single group without a list. */
function groupsIn(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === "string");
}
