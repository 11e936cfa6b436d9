import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findOrganizationNames, updateOrganization } from "../../db/organizations/organizations.ts";
import { audited } from "../auth/audit.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";

const OrganizationSchema = Type.Object(
  { id: Type.String(), name: Type.String() },
  { title: "Organization", examples: [{ id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R", name: "Blue Door" }] },
);
const UpdateBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }) },
  { examples: [{ name: "Blue Door" }] },
);
const responses = { 200: { description: "The organisation", schema: OrganizationSchema } };

/** `/v1/settings/organization`: what an organisation is called, where people choose one and where they are invited. */
export function organizationSettingsRoutes(http: Http, { sql }: { sql: Sql }) {
  return new Elysia({ prefix: "/v1/settings/organization" })
    .use(http)
    .get(
      "",
      async ({ caller: { organizationId: id } }) => ({
        ...{ id, name: (await findOrganizationNames(sql, [id])).get(id) ?? "" },
      }),
      {
        permission: "any",
        detail: documented({ operation: "getOrganization", summary: "Get the organisation", responses }),
      },
    )
    .patch(
      "",
      async ({ caller, body }) => {
        const id = caller.organizationId;
        const name = body.name.trim();
        await audited(
          sql,
          caller,
          { action: "organization.updated", target: { type: "organization", id }, changes: { name } },
          (transaction) => updateOrganization(transaction, id, { name }),
        );
        return { id, name };
      },
      {
        permission: "users:manage",
        body: UpdateBody,
        detail: documented({
          operation: "updateOrganization",
          summary: "Rename the organisation",
          responses,
        }),
      },
    );
}
