import type { AnyElysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import type { FrontShape } from "../http/inside/front.ts";
import { type Api, createApi, type Handle } from "../http/inside/own-api.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import type { Secrets } from "../secrets/envelope.ts";

/** What the routes of a front work with: the API's own routes above all, by `apiOf`. */
export type FrontDependencies = {
  sql: Sql;
  secrets: Secrets;
  senderOf: SenderReader;
  handle: Handle;
  publicUrl: string | undefined;
};

/**
 * An API of others in front of Waypost's own, so that programs made for it work unchanged: a folder here, and a line in
 * `fronts.ts`. It translates, and asks the API's own routes, so that permissions, limits, guards, idempotency and the log
 * hold as they do there. Its routes take `permission: "any"`, are hidden in the documentation, and throw what the API
 * refuses on: `refusal` gives it the front's form.
 */
export type Front = FrontShape & {
  routes: (http: Http, dependencies: FrontDependencies) => AnyElysia;
};

type Server = Parameters<SenderReader>[1];

/** Makes the API for one request to a front, in the name of the key it came with. */
export function apiOf(
  { handle, senderOf }: Pick<FrontDependencies, "handle" | "senderOf">,
  { keyOf }: Pick<FrontShape, "keyOf">,
  { request, server, requestId }: { request: Request; server: Server; requestId: string },
): Api {
  return createApi({ handle, request, sender: senderOf(request, server), requestId, key: keyOf(request) });
}

/** The key of `Authorization: Bearer` or `X-Api-Key`; null without. */
export function keyInHeaders({ headers }: Request): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return headers.get("x-api-key") ?? bearer ?? null;
}
