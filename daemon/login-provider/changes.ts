import { isDeepStrictEqual } from "node:util";
import { findLoginProvider, type LoginProviderRow } from "../../db/auth/login-providers.ts";
import type { Sql } from "../../db/connection/client.ts";
import { type Problem, problem } from "../http/problem.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Connections } from "./connection.ts";
import { Unreachable } from "./fetch.ts";
import { type Changes, clientSecretContext, DEFAULTS } from "./provider.ts";

type ChangeDependencies = { sql: Sql; secrets: Secrets; connections: Connections };
type Row = Omit<LoginProviderRow, "updated_at">;

/** Why passwords stay on. */
export const UNPROVEN = {
  description: "Passwords can't be turned off, or the provider changed while they are",
  code: "unproven_provider",
  detail:
    "an owner has to log in by the provider as it is now before passwords are turned off: save it with password_login true, log in by it, then turn them off",
};

/**
 * An organisation's provider with changes, which was asked who it is. Throws 422 for what can't be so, and 409 when only
 * the provider would be left and no owner has come in by it yet: a mistake in it would keep everybody out.
 */
export async function withChanges(
  { sql, secrets, connections }: ChangeDependencies,
  organizationId: string,
  { client_secret: secret, ...changes }: Changes,
): Promise<Row> {
  const before = await findLoginProvider(sql, organizationId);
  const sealed =
    secret === undefined
      ? before?.client_secret
      : secrets.encrypt(secret, clientSecretContext(organizationId));
  const { updated_at: _, ...known } = before ?? {
    ...DEFAULTS,
    scopes: [...DEFAULTS.scopes],
    updated_at: null,
  };
  const merged = { ...known, ...changes };
  const { name, issuer, client_id } = merged as Partial<Row>;
  if (name === undefined || issuer === undefined || client_id === undefined || sealed === undefined)
    throw needed({ name, issuer, client_id, client_secret: sealed });
  if (merged.domains.length === 0) throw needed({ domains: undefined });
  const row: Row = {
    ...merged,
    ...{ organization_id: organizationId, name, issuer, client_id, client_secret: sealed },
    scopes: [...new Set(["openid", ...merged.scopes])],
    domains: [...new Set(merged.domains.map((domain) => domain.toLowerCase()))],
    roles: merged.roles as Record<string, string>,
  };
  const isSame = before !== null && isDeepStrictEqual(proofOf(before), proofOf(row));
  const proven: Row = { ...row, proven_at: isSame ? before.proven_at : null };
  if (!proven.password_login && proven.proven_at === null) throw problem(409, UNPROVEN.code, UNPROVEN.detail);
  return isSame ? proven : { ...proven, issuer: await ask(connections, issuer) };
}

/** All that may keep people out. A new secret is sealed anew, and so never the same. */
function proofOf(row: Row & { updated_at?: Date }) {
  const { name: _, password_login: __, proven_at: ___, updated_at: ____, ...rest } = row;
  return rest;
}

/** The issuer as it calls itself: with a slash at its end, or without. */
async function ask({ discover }: Connections, issuer: string): Promise<string> {
  const told = await discover(issuer).catch((cause: unknown) => {
    if (cause instanceof Unreachable) throw refused("/issuer", cause.message);
    throw cause;
  });
  return told.issuer;
}

function needed(fields: Record<string, unknown>): Problem {
  const [name = ""] = Object.keys(fields).filter((field) => fields[field] === undefined);
  return refused(`/${name}`, "is needed for a login provider");
}

function refused(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
