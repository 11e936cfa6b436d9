import { Elysia } from "elysia";
import {
  deleteLoginProvider,
  findLoginProvider,
  type LoginProviderRow,
  onlyOrganization,
  saveLoginProvider,
} from "../../db/auth/login-providers.ts";
import type { Sql } from "../../db/connection/client.ts";
import { audit, audited } from "../auth/audit.ts";
import { documented } from "../http/openapi/documentation.ts";
import { baseOf, type SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { UNPROVEN, withChanges } from "./changes.ts";
import type { Connections } from "./connection.ts";
import { LoginProviderSchema, showProvider, UpdateBody } from "./provider.ts";

export type ProviderRouteDependencies = {
  sql: Sql;
  secrets: Secrets;
  connections: Connections;
  senderOf: SenderReader;
  publicUrl: string | undefined;
};

const LoginWaysSchema = Type.Object(
  {
    organization_id: Nullable(Type.String()),
    name: Nullable(
      Type.String({ description: "What the organisation's login provider is called, if it has one" }),
    ),
    password_login: Type.Boolean(),
  },
  {
    title: "LoginWays",
    examples: [
      { organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8R", name: "Blue Door", password_login: true },
    ],
  },
);
const WaysQuery = Type.Object({ organization_id: Type.Optional(Type.String({ maxLength: 64 })) });
const target = { type: "settings", id: "login_provider" };

/** `/v1/settings/login-provider`: an organisation's login provider; `/v1/auth/ways`: how its people can log in. */
export function loginProviderRoutes(http: Http, dependencies: ProviderRouteDependencies) {
  const { sql } = dependencies;
  const shown = (row: LoginProviderRow | null, request: Request, server: Parameters<SenderReader>[1]) =>
    showProvider(row, baseOf(dependencies, request, server));
  return new Elysia()
    .use(http)
    .get(
      "/v1/auth/ways",
      async ({ query }) => {
        const id = query.organization_id ?? (await onlyOrganization(sql));
        const provider = id === null ? null : await findLoginProvider(sql, id);
        return {
          organization_id: provider?.organization_id ?? null,
          name: provider?.name ?? null,
          password_login: provider?.password_login ?? true,
        };
      },
      {
        query: WaysQuery,
        detail: documented({
          open: true,
          operation: "getLoginWays",
          summary: "How people log in",
          description:
            "With a password, by the organisation's login provider at `/login/oidc/start`, or both. Without `organization_id`, of the only organisation here.",
          errors: [429, 503],
          responses: { 200: { description: "The ways", schema: LoginWaysSchema } },
        }),
      },
    )
    .get(
      "/v1/settings/login-provider",
      async ({ caller, request, server }) =>
        shown(await findLoginProvider(sql, caller.organizationId), request, server),
      {
        permission: "users:manage",
        detail: documented({
          operation: "getLoginProvider",
          summary: "Get the login provider",
          description: "Nulls when there is none. The client secret is never shown.",
          shows: LoginProviderSchema,
        }),
      },
    )
    .patch(
      "/v1/settings/login-provider",
      async ({ caller, body, request, server }) => {
        const row = await withChanges(dependencies, caller.organizationId, body);
        const { client_secret, ...changes } = body;
        const told = { ...changes, ...(client_secret === undefined ? {} : { client_secret: "changed" }) };
        const saved = await audited(
          sql,
          caller,
          { action: "settings.updated", target, changes: told },
          (transaction) => saveLoginProvider(transaction, row),
        );
        return shown(saved, request, server);
      },
      {
        permission: "*",
        proved: true,
        body: UpdateBody,
        detail: documented({
          operation: "updateLoginProvider",
          summary: "Set or change the login provider",
          description:
            "By OpenID Connect. What is left out stays; the first time, `name`, `issuer`, `client_id`, `client_secret` and `domains` are needed. The issuer is asked who it is before anything is saved. `password_login` can only be false once an owner has logged in by the provider as it is.",
          wording: { 409: UNPROVEN },
          shows: LoginProviderSchema,
        }),
      },
    )
    .delete(
      "/v1/settings/login-provider",
      async ({ caller, set }) => {
        await sql.begin(async (transaction) => {
          if (!(await deleteLoginProvider(transaction, caller.organizationId))) return;
          await audit(transaction, caller, {
            action: "settings.updated",
            target,
            changes: { removed: true },
          });
        });
        set.status = 204;
      },
      {
        permission: "*",
        proved: true,
        detail: documented({
          operation: "deleteLoginProvider",
          summary: "Remove the login provider",
          description:
            "People log in with passwords again; who has none gets one by `waypostd users reset`. Open logins go on.",
          errors: [422],
          responses: { 204: { description: "Removed, or there was none" } },
        }),
      },
    );
}
