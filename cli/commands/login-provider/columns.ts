import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import type { Column } from "../../lib/output/column.ts";

type LoginProvider = ResponseOf<"GET /v1/settings/login-provider">;

export const providerColumns: Column<LoginProvider>[] = [
  { title: "name", value: (provider) => provider.name },
  { title: "issuer", value: (provider) => provider.issuer },
  { title: "client id", value: (provider) => provider.client_id },
  { title: "domains", value: ({ domains }) => domains.join(", ") },
  { title: "passwords", value: (provider) => (provider.password_login ? "allowed" : "off") },
  { title: "groups claim", value: (provider) => provider.groups_claim, optional: true },
  {
    title: "roles",
    value: ({ roles }) =>
      Object.entries(roles)
        .map(([group, role]) => `${group}: ${role}`)
        .join(", "),
    optional: true,
  },
  { title: "default role", value: (provider) => provider.default_role ?? "none" },
  { title: "an owner came in", value: (provider) => provider.proven_at, kind: "time", optional: true },
  { title: "redirect address", value: (provider) => provider.redirect_uri },
  { title: "logout address", value: (provider) => provider.logout_uri },
];
