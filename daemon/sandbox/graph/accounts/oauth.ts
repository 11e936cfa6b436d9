import { type GraphFailure, tokenFailure } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { hasExpired } from "./token-store.ts";

/** Both answer without the object ids and access tokens that everything else needs. */
export const OAUTH: Record<string, (exchange: Exchange) => Response> = {
  "GET oauth/access_token": exchangeCode,
  "GET debug_token": debugToken,
};

/** `GET /oauth/access_token?client_id=&client_secret=&code=` (Meta, "Embedded Signup"). */
function exchangeCode(exchange: Exchange): Response {
  const { url, world } = exchange;
  const { searchParams } = url;
  if (searchParams.get("client_id") !== world.settings.appId) {
    return no(exchange, refusal(101, "Error validating application. Cannot get application info."));
  }
  if (searchParams.get("client_secret") !== world.settings.appSecret) {
    return no(exchange, refusal(1, "Error validating client secret."));
  }
  const token = world.tokens.exchange(searchParams.get("code") ?? "");
  if (token === undefined) {
    return no(exchange, refusal(100, "This authorization code has been used or has expired.", 36009));
  }
  return ok(exchange, { access_token: token, token_type: "bearer" });
}

/** `GET /debug_token?input_token=`, called with the app's own token, `{app id}|{app secret}`. */
function debugToken(exchange: Exchange): Response {
  const { url, world } = exchange;
  const { appId } = world.settings;
  if (!isByApp(exchange)) return no(exchange, tokenFailure("Invalid OAuth access token signature."));
  const grant = world.tokens.find(url.searchParams.get("input_token") ?? "");
  if (grant === undefined) {
    const error = { code: 190, message: "Invalid OAuth access token." };
    return ok(exchange, { data: { error, is_valid: false, scopes: [] } });
  }
  const granular = grant.scopes.map((scope) => ({
    scope,
    ...(grant.wabaIds === null ? {} : { target_ids: grant.wabaIds }),
  }));
  return ok(exchange, {
    data: {
      app_id: appId,
      type: "SYSTEM_USER",
      application: "Waypost",
      is_valid: !hasExpired(grant),
      expires_at: grant.expiresAt === null ? 0 : Math.floor(grant.expiresAt / 1_000),
      scopes: grant.scopes,
      granular_scopes: granular,
    },
  });
}

/** Whether a call has the app's own token, `{app id}|{app secret}`. */
export function isByApp({ url, world, request }: Exchange): boolean {
  const { appId, appSecret } = world.settings;
  const header = request.headers.get("authorization")?.replace(/^Bearer /, "");
  return (url.searchParams.get("access_token") ?? header) === `${appId}|${appSecret}`;
}

function refusal(code: number, message: string, subcode: number | null = null): GraphFailure {
  return { status: 400, code, message, type: "OAuthException", details: null, subcode };
}
