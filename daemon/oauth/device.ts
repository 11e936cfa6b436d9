import { takeDeviceAnswer } from "../../db/auth/device-logins.ts";
import type { Sql } from "../../db/connection/client.ts";
import { hashToken } from "../auth/tokens.ts";
import { ask, authorization } from "../device-login/ask.ts";
import { INTERVAL_SECONDS } from "../device-login/codes.ts";
import { refused } from "../device-login/refusals.ts";
import { ERRORS } from "../device-login/take.ts";
import type { From } from "../http/caller.ts";
import type { Addresses } from "./addresses.ts";
import { type ClientDependencies, findClient } from "./clients.ts";
import { type Brought, type FetchDependencies, fetchKey } from "./fetch-key.ts";
import { permissionsIn } from "./request.ts";

type Question = { client_id?: string; scope?: string; address: string | null };

/** The codes of a program without a browser (RFC 8628, 3.2). Throws `invalid_client`, and 429 when too many wait. */
export async function askByDevice(
  dependencies: ClientDependencies & { sql: Sql },
  { issuer }: Addresses,
  { client_id = "", scope, address }: Question,
) {
  const { id: clientId, name: program, host } = await findClient(dependencies, client_id, { address });
  const permissions = permissionsIn(scope);
  const question = { program, host: host ?? "", address, permissions, clientId };
  return authorization(issuer, await ask(dependencies.sql, dependencies.tokenPepper, question));
}

/** The key that a program was allowed by its device code. Throws the errors of RFC 8628, 3.5 until then. */
export async function fetchByDevice(
  dependencies: FetchDependencies,
  { token, clientId }: Pick<Brought, "token" | "clientId">,
  from: From,
) {
  const { sql, tokenPepper } = dependencies;
  const which = { deviceCodeHash: hashToken(token, tokenPepper), clientId };
  const { status } = await sql.begin((transaction) => takeDeviceAnswer(transaction, which, INTERVAL_SECONDS));
  // what is allowed is a token, and no question any more
  if (status === "unknown") return await fetchKey(dependencies, { kind: "code", token, clientId }, from);
  // what the version before allowed, as it allows terminals, has no guard
  throw refused(status === "approved" ? "access_denied" : ERRORS[status]);
}
