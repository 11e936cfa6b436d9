import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findOrganization, updateOrganization } from "../../db/organizations/organizations.ts";
import { audited } from "../auth/audit.ts";
import { RoleSchema } from "../auth/roles.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";

const TwoFactors = Type.Array(RoleSchema, {
  maxItems: 4,
  uniqueItems: true,
  description:
    "The roles whose users have to have a second factor; empty for none. Who has none may do nothing before they have set one up",
});
const OrganizationSchema = Type.Object(
  { id: Type.String(), name: Type.String(), two_factors: TwoFactors },
  {
    title: "Organization",
    examples: [{ id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R", name: "Blue Door", two_factors: ["owner", "admin"] }],
  },
);
const UpdateBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" })),
    two_factors: Type.Optional(TwoFactors),
  },
  { minProperties: 1, examples: [{ name: "Blue Door" }] },
);
const responses = { 200: { description: "The organisation", schema: OrganizationSchema } };

/** `/v1/settings/organization`: what an organisation is called, where people choose one, and what it wants of its users. */
export function organizationSettingsRoutes(http: Http, { sql }: { sql: Sql }) {
  const show = async (id: string) => {
    const { name, two_factors } = found(await findOrganization(sql, id), "organization");
    return { id, name, two_factors };
  };
  return new Elysia({ prefix: "/v1/settings/organization" })
    .use(http)
    .get("", async ({ caller }) => await show(caller.organizationId), {
      permission: "any",
      detail: documented({ operation: "getOrganization", summary: "Get the organisation", responses }),
    })
    .patch(
      "",
      async ({ caller, body }) => {
        const id = caller.organizationId;
        const { two_factors } = body;
        const changes = {
          ...(body.name === undefined ? {} : { name: body.name.trim() }),
          ...(two_factors === undefined ? {} : { two_factors }),
        };
        await audited(
          sql,
          caller,
          { action: "organization.updated", target: { type: "organization", id }, changes },
          (transaction) => updateOrganization(transaction, id, changes),
        );
        return await show(id);
      },
      {
        permission: "users:manage",
        proved: true,
        body: UpdateBody,
        detail: documented({
          operation: "updateOrganization",
          summary: "Change the organisation",
          responses,
        }),
      },
    );
}
