import { Elysia } from "elysia";
import { findOauthKey } from "../../db/auth/oauth-tokens.ts";
import { revokeKey } from "../auth/given-access.ts";
import { hashKey } from "../auth/key.ts";
import { hashToken } from "../auth/tokens.ts";
import { refused } from "../device-login/refusals.ts";
import { GRANT_TYPE } from "../device-login/schemas.ts";
import type { From } from "../http/caller.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import type { Static } from "../lib/typebox.ts";
import type { Addresses, AddressReader } from "./addresses.ts";
import { type ClientDependencies, registerClient } from "./clients.ts";
import { askByDevice, fetchByDevice } from "./device.ts";
import { type FetchDependencies, fetchKey } from "./fetch-key.ts";
import { GRANTS, GRANTS_WITHOUT_BROWSER, isWithoutBrowser } from "./grants.ts";
import { isSameUrl } from "./request.ts";
import { DeviceBody, RegisterBody, RevokeBody, TokenBody } from "./schemas.ts";

export type TokenDependencies = ClientDependencies &
  FetchDependencies & { senderOf: SenderReader; addressesOf: AddressReader };

const hidden = { detail: { hide: true } };
/** Answers with secrets are kept by nobody (RFC 6749, 5.1). */
const UNKEPT = { "cache-control": "no-store" };

/** `/oauth`: what programs of agents call, by standards of their own. */
export function tokenRoutes(http: Http, dependencies: TokenDependencies) {
  const { senderOf, addressesOf, tokenPepper } = dependencies;
  return new Elysia({ prefix: "/oauth" })
    .use(http)
    .post(
      "/register",
      ({ body, set }) => {
        const { client_name = "", redirect_uris = [], grant_types } = body;
        const isDevice = isWithoutBrowser(grant_types);
        const client = registerClient(tokenPepper, client_name, isDevice ? null : redirect_uris);
        Object.assign(set.headers, UNKEPT);
        set.status = 201;
        return {
          ...{ client_id: client.id, client_name: client.name, redirect_uris: client.redirectUris },
          grant_types: isDevice ? GRANTS_WITHOUT_BROWSER : GRANTS,
          response_types: isDevice ? [] : ["code"],
          token_endpoint_auth_method: "none",
        };
      },
      { ...hidden, body: RegisterBody },
    )
    .post(
      "/device_authorization",
      async ({ body, request, server, set }) => {
        const { address } = senderOf(request, server);
        const addresses = addressesOf(request);
        refuseElsewhere(body.resource, addresses);
        Object.assign(set.headers, UNKEPT);
        return await askByDevice(dependencies, addresses, { ...body, address });
      },
      { ...hidden, takes: "form", body: DeviceBody },
    )
    .post(
      "/token",
      async ({ body, request, server, set }) => {
        const sender = senderOf(request, server);
        refuseElsewhere(body.resource, addressesOf(request));
        Object.assign(set.headers, UNKEPT);
        return await tokenFor(dependencies, body, {
          ...sender,
          requestId: String(set.headers["x-request-id"]),
        });
      },
      { ...hidden, takes: "form", body: TokenBody },
    )
    .post(
      "/revoke",
      async ({ body, request, server, set }) => {
        const from = { ...senderOf(request, server), requestId: String(set.headers["x-request-id"]) };
        await revoke(dependencies, body.token, from);
        // also for what is no token (RFC 7009, 2.2)
        return new Response(null);
      },
      { ...hidden, takes: "form", body: RevokeBody },
    );
}

/** Throws `invalid_target` for what is not here; who names nothing means what is here. */
function refuseElsewhere(given: string | undefined, { resource }: Addresses): void {
  if (given !== undefined && !isSameUrl(given, resource))
    throw refused("invalid_target", `the resource has to be ${resource}`);
}

async function tokenFor(dependencies: TokenDependencies, body: Static<typeof TokenBody>, from: From) {
  const { grant_type, client_id: clientId = "", code = "", refresh_token = "" } = body;
  if (grant_type === "refresh_token")
    return await fetchKey(dependencies, { kind: "refresh", token: refresh_token, clientId }, from);
  if (grant_type === GRANT_TYPE)
    return await fetchByDevice(dependencies, { token: body.device_code ?? "", clientId }, from);
  if (grant_type !== "authorization_code")
    throw refused("unsupported_grant_type", "the grant_type is not one that the metadata names");
  const { code_verifier: verifier, redirect_uri: redirectUri } = body;
  return await fetchKey(dependencies, { kind: "code", token: code, clientId, verifier, redirectUri }, from);
}

/** Ends the key of a program that gives its access back (RFC 7009). */
async function revoke(
  { sql, pepper, tokenPepper, authenticator, throttle }: TokenDependencies,
  token: string,
  { address, requestId }: From,
): Promise<void> {
  const attempt = await throttle.token(address);
  const found = await findOauthKey(sql, hashToken(token, tokenPepper), hashKey(token, pepper));
  if (found === null) return await attempt.failed();
  const { organization_id: organizationId, key_id: id } = found;
  const who = { organizationId, actor: { type: "key", id } as const, address, requestId };
  await sql.begin((transaction) => revokeKey(transaction, who, id));
  authenticator.forget();
}
