import { Elysia } from "elysia";
import { findOrganizationNames } from "../../db/organizations/organizations.ts";
import { type LoginDependencies, usersWith } from "../auth/login.ts";
import { originOf } from "../auth/login-routes.ts";
import { RoleSchema } from "../auth/roles.ts";
import { Email } from "../auth/user.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";

const Body = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) },
  { examples: [{ email: "ada@example.com", password: "correct horse battery staple" }] },
);
const ListSchema = Type.Object(
  {
    data: Type.Array(Type.Object({ organization_id: Type.String(), name: Type.String(), role: RoleSchema })),
  },
  {
    title: "OrganizationsOfUser",
    examples: [
      { data: [{ organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R", name: "Blue Door", role: "owner" }] },
    ],
  },
);

/**
 * `/v1/auth/organizations`: which organisations an address and a password are good for, so that a login can choose one,
 * and a user can change over to another. An address alone proves nothing: anybody can be invited by it.
 */
export function organizationRoutes(http: Http, dependencies: LoginDependencies & { senderOf: SenderReader }) {
  const { sql, senderOf } = dependencies;
  return new Elysia().use(http).post(
    "/v1/auth/organizations",
    async ({ body, request, server, set }) => {
      const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
      const users = await usersWith(dependencies, { ...body, organizationId: null }, origin, true);
      const names = await findOrganizationNames(
        sql,
        users.map(({ organization_id }) => organization_id),
      );
      const data = users.map(({ organization_id, role }) => ({
        ...{ organization_id, name: names.get(organization_id) ?? "", role },
      }));
      return { data };
    },
    {
      body: Body,
      detail: documented({
        open: true,
        keepsNothing: true,
        operation: "listOrganizations",
        summary: "List the organisations of a user",
        description:
          "Those in which the address is a user with this password, the oldest first. To enter one, or to change over to it, log in with its `organization_id`.",
        errors: [429, 503],
        wording: { 401: { description: "Wrong email or password", detail: "invalid email or password" } },
        responses: { 200: { description: "At least one", schema: ListSchema } },
      }),
    },
  );
}
