/** Which views a role does not have. That the others are there, and these are not, `every-view.test.ts` looks at. */
import { expect, test } from "bun:test";
import { ROLES, type Role } from "../../../daemon/auth/roles.ts";
import { grants } from "../../../daemon/http/permissions.ts";
import { VIEWS } from "../../../daemon/page/client/routes.tsx";

const OF_OWNERS = ["/settings/drift"];
const OF_ADMINS = [
  ...["/broadcasts", "/costs", "/budgets", "/webhooks", "/webhooks/deliveries"],
  ...["/settings/keys", "/settings/requests", "/settings/users", "/settings/teams", "/settings/inbox"],
  "/settings/audit",
];

test.each<[Role, readonly string[]]>([
  ["owner", []],
  ["admin", OF_OWNERS],
  ["agent", [...OF_OWNERS, ...OF_ADMINS]],
  ["viewer", [...OF_OWNERS, ...OF_ADMINS, "/settings/organization"]],
])("a role has all views but those that need more: %s", (role, hidden) => {
  const missing = VIEWS.filter(({ needs }) => needs !== undefined && !grants(ROLES[role], needs));
  expect(missing.map(({ path }) => path.replace("/:id?", "")).toSorted()).toEqual(hidden.toSorted());
});
