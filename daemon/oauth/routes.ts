import { Elysia } from "elysia";
import type { Http } from "../http/server.ts";
import { type MetadataDependencies, metadataRoutes } from "./metadata-routes.ts";
import { type TokenDependencies, tokenRoutes } from "./token-routes.ts";

/**
 * How programs of agents log in by OAuth 2.1, as the Model Context Protocol asks of servers: what they read and call. Their
 * users allow it on the page.
 */
export function oauthRoutes(http: Http, dependencies: MetadataDependencies & TokenDependencies) {
  return new Elysia().use(metadataRoutes(http, dependencies)).use(tokenRoutes(http, dependencies));
}
