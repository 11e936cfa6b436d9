import { Elysia } from "elysia";
import { notFound } from "../http/found.ts";
import type { Http } from "../http/server.ts";
import { type Addresses, type AddressReader, DEFAULT_SCOPES } from "./addresses.ts";
import { GRANTS } from "./grants.ts";

export type MetadataDependencies = { addressesOf: AddressReader };

const hidden = { detail: { hide: true } };
const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";

/**
 * The documents by which a program finds out how to log in (RFC 9728, RFC 8414). They stand at the root of a host, with
 * the path that they are about at the end: where a proxy serves Waypost below a prefix, it has to pass these on, too.
 */
export function metadataRoutes(http: Http, { addressesOf }: MetadataDependencies) {
  return new Elysia()
    .use(http)
    .get(RESOURCE, ({ request }) => resourceDocument(addressesOf(request)), hidden)
    .get(SERVER, ({ request }) => serverDocument(addressesOf(request)), hidden)
    .get(
      `${RESOURCE}/*`,
      ({ request, params }) => {
        const addresses = addressesOf(request);
        // without its prefix, as the proxy that has one asks
        if (params["*"] !== "mcp" && !isPathOf(addresses.resource, params["*"])) throw notFound("document");
        return resourceDocument(addresses);
      },
      hidden,
    )
    .get(
      `${SERVER}/*`,
      ({ request, params }) => {
        const addresses = addressesOf(request);
        if (!isPathOf(addresses.issuer, params["*"])) throw notFound("document");
        return serverDocument(addresses);
      },
      hidden,
    );
}

function isPathOf(url: string, path: string): boolean {
  return new URL(url).pathname === `/${path}`;
}

function resourceDocument({ issuer, resource }: Addresses) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: DEFAULT_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Waypost",
    resource_documentation: `${issuer}/docs/guides/agents`,
  };
}

function serverDocument({ issuer }: Addresses) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/consent`,
    token_endpoint: `${issuer}/oauth/token`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    registration_endpoint: `${issuer}/oauth/register`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANTS,
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: DEFAULT_SCOPES,
    service_documentation: `${issuer}/docs/guides/agents`,
  };
}
