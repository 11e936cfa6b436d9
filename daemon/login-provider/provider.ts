import type { LoginProviderRow } from "../../db/auth/login-providers.ts";
import { RoleSchema } from "../auth/roles.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: "\\S",
  description: "What the login calls it",
});
const Issuer = Type.String({
  minLength: 8,
  maxLength: 512,
  description:
    "Its address, as its own documentation has it: `/.well-known/openid-configuration` is below it",
});
const ClientId = Type.String({ minLength: 1, maxLength: 256, pattern: "^[\\x21-\\x7e]+$" });
const shared = {
  scopes: Type.Array(Type.String({ pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$", maxLength: 128 }), {
    minItems: 1,
    maxItems: 20,
    description: "What is asked for; some providers tell groups only for a scope of their own",
  }),
  groups_claim: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The claim that has a person's groups; null leaves roles to `waypost users`",
    }),
  ),
  roles: Type.Record(Type.String({ minLength: 1 }), RoleSchema, {
    maxProperties: 100,
    description: "The role of each group; of several, the one that may do most",
  }),
  default_role: Nullable(RoleSchema),
  password_login: Type.Boolean({ description: "Whether people may log in with a password as well" }),
};

const example = {
  name: "Blue Door",
  issuer: "https://login.example.com",
  client_id: "waypost",
  scopes: ["openid", "email", "profile"],
  domains: ["example.com"],
  groups_claim: "groups",
  roles: { "waypost-owners": "owner", support: "agent" },
  default_role: null,
  password_login: true,
};

/** An organisation's login provider, as it is shown: without its secret, and with nulls when there is none. */
export const LoginProviderSchema = Type.Object(
  {
    name: Nullable(Type.String()),
    issuer: Nullable(Type.String()),
    client_id: Nullable(Type.String()),
    domains: Type.Array(Type.String()),
    ...shared,
    proven_at: Nullable(
      Type.String({
        format: "date-time",
        description: "When an owner logged in by it as it is now: before that, passwords can't be turned off",
      }),
    ),
    redirect_uri: Type.String({
      description: "What the provider has to know: where it sends people back to",
    }),
    logout_uri: Type.String({ description: "Where the provider says that somebody logged out there" }),
  },
  {
    title: "LoginProvider",
    examples: [
      {
        ...example,
        proven_at: null,
        redirect_uri: "https://waypost.example.com/login/oidc/callback",
        logout_uri: "https://waypost.example.com/login/oidc/logout",
      },
    ],
  },
);

/** What may be changed of it: what is left out stays. */
export const UpdateBody = Type.Object(
  {
    name: Type.Optional(Name),
    issuer: Type.Optional(Issuer),
    client_id: Type.Optional(ClientId),
    client_secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1024, description: "Stored encrypted, and never shown" }),
    ),
    domains: Type.Optional(
      Type.Array(Type.String({ maxLength: 253, pattern: "^[^\\s@/]+\\.[^\\s@/]+$" }), {
        minItems: 1,
        maxItems: 50,
        description: "Only people with an address of one of these get in",
      }),
    ),
    ...Type.Partial(Type.Object(shared)).properties,
  },
  { minProperties: 1, examples: [{ ...example, client_secret: "…" }] },
);
export type Changes = Static<typeof UpdateBody>;

/** What is so before anybody says otherwise. */
export const DEFAULTS = {
  scopes: ["openid", "email", "profile"],
  domains: [] as string[],
  groups_claim: null,
  roles: {} as Record<string, string>,
  default_role: null,
  password_login: true,
  proven_at: null,
} as const;

/** A provider as the API shows it; `base` is the address of this installation. */
export function showProvider(row: LoginProviderRow | null, base: string): Static<typeof LoginProviderSchema> {
  const { name, issuer, client_id, scopes, domains, groups_claim, roles, default_role, ...rest } = row ?? {
    ...{ ...DEFAULTS, scopes: [...DEFAULTS.scopes] },
    ...{ name: null, issuer: null, client_id: null },
  };
  return {
    ...{ name, issuer, client_id, domains, scopes, groups_claim },
    roles: roles as Static<typeof LoginProviderSchema>["roles"],
    default_role: default_role as Static<typeof RoleSchema> | null,
    password_login: rest.password_login,
    proven_at: rest.proven_at?.toISOString() ?? null,
    redirect_uri: redirectUri(base),
    logout_uri: `${base}/login/oidc/logout`,
  };
}

/** Where a provider sends people back to. */
export function redirectUri(base: string): string {
  return `${base}/login/oidc/callback`;
}

/** In which context a provider's client secret is sealed. */
export function clientSecretContext(organizationId: string): string {
  return `login provider of ${organizationId}`;
}
