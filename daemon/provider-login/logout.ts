import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import { findProvidersOfIssuer, type LoginProviderRow } from "../../db/auth/login-providers.ts";
import { endProviderLogins, takeLoginState } from "../../db/auth/provider-logins.ts";
import { audit } from "../auth/audit.ts";
import { asActor, type LoginDependencies, type Origin } from "../auth/login.ts";
import { hashToken } from "../auth/tokens.ts";
import { isObject } from "../lib/objects.ts";
import { type Connections, SKEW_SECONDS } from "../login-provider/connection.ts";
import { Unreachable } from "../login-provider/fetch.ts";
import { STATE_SECONDS } from "./state.ts";

const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";
/** A token that is older was meant for then: what was logged in since stays. */
const OLDEST_SECONDS = 300;

export type LogoutDependencies = Pick<LoginDependencies, "sql" | "throttle" | "tokenPepper"> & {
  connections: Connections;
};

/** The logout token is none of a provider's, for one of its clients here; the message says why. */
export class BadLogout extends Error {}

/**
 * Ends the logins that a provider says are over (OpenID Connect Back-Channel Logout 1.0, 2.6): those of a person, of one of
 * its sessions, or of both, in every organisation that is this client of it. Throws `BadLogout`, and 429 after too many.
 */
export async function logOutByToken(
  { sql, throttle, tokenPepper, connections }: LogoutDependencies,
  token: string,
  origin: Origin,
): Promise<void> {
  const attempt = await throttle.token(origin.address);
  try {
    const { iss, aud } = unchecked(token);
    const providers = (await findProvidersOfIssuer(sql, iss)).filter((one) => aud.includes(one.client_id));
    const [provider] = providers;
    if (provider === undefined) throw new BadLogout("no organisation has this provider");
    const { sub, sid, jti } = await checked(connections, provider, token);
    const used = hashToken(`logout ${iss} ${jti}`, tokenPepper);
    if (!(await takeLoginState(sql, used, STATE_SECONDS))) throw new BadLogout("it was used before");
    const whose = { subject: sub ?? null, session: sid };
    for (const { organization_id } of providers)
      await sql.begin(async (transaction) => {
        const ids = await endProviderLogins(transaction, { organization_id, issuer: iss }, whose);
        for (const id of ids)
          await audit(transaction, asActor({ organization_id, id }, origin), {
            action: "logins.ended",
            target: { type: "user", id },
            changes: { issuer: iss },
          });
      });
  } catch (cause) {
    if (cause instanceof BadLogout) await attempt.failed();
    throw cause;
  }
}

/** Whose token it says to be: nobody is asked for keys because of anybody else's. */
function unchecked(token: string): { iss: string; aud: string[] } {
  const [, payload = ""] = token.split(".");
  try {
    const { iss, aud }: JWTPayload = JSON.parse(Buffer.from(payload, "base64url").toString());
    return { iss: String(iss), aud: [aud ?? []].flat().map(String) };
  } catch {
    throw new BadLogout("it is no token");
  }
}

async function checked(
  connections: Connections,
  provider: LoginProviderRow,
  token: string,
): Promise<{ sub: string | undefined; sid: string | null; jti: string }> {
  const metadata = (await connections.clientOf(provider)).serverMetadata();
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? provider.issuer), {
    [customFetch]: (url, { headers, method }) =>
      connections.fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        body: null,
        redirect: "manual",
      }),
  });
  const { payload } = await jwtVerify(token, keys, {
    ...{ issuer: provider.issuer, audience: provider.client_id, clockTolerance: SKEW_SECONDS },
    ...{ requiredClaims: ["iat", "jti"], maxTokenAge: OLDEST_SECONDS },
    ...(metadata.id_token_signing_alg_values_supported === undefined
      ? {}
      : { algorithms: [...metadata.id_token_signing_alg_values_supported].filter((one) => one !== "none") }),
  }).catch((cause: unknown) => {
    if (cause instanceof errors.JOSEError) throw new BadLogout(cause.message, { cause });
    throw cause instanceof Unreachable ? cause : new Unreachable("its keys can't be read", { cause });
  });
  const { sub, sid, jti = "", events, nonce } = payload;
  if (!isObject(events) || !isObject(events[LOGOUT])) throw new BadLogout("it is no logout token");
  if (nonce !== undefined) throw new BadLogout("it is an ID token");
  const session = typeof sid === "string" ? sid : null;
  if (sub === undefined && session === null) throw new BadLogout("it names neither a person nor a session");
  return { sub, sid: session, jti };
}
