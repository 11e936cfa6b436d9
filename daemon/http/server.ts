import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Authenticator, Caller } from "../auth/authenticate.ts";
import type { Permission } from "../auth/permissions.ts";
import type { Metrics } from "../health/metrics.ts";
import { readBytes, readJson } from "./body.ts";
import { codeShapeResponse, isCodeShaped } from "./code-shape.ts";
import { withPermission } from "./documentation.ts";
import { asProblem } from "./failure.ts";
import { problemResponse } from "./problem.ts";
import type { SenderReader } from "./sender.ts";
import { boundTimes } from "./times.ts";
import { type Route, unknownRoute } from "./unknown-route.ts";

/** Routes below this get their body as bytes: a signature over it is checked before it is parsed. */
const RAW_PATHS = "/v1/providers/";
/** Files to import are read by their routes, as they come: they may be larger than memory. */
const STREAMED_PATHS = ["/v1/contacts/import", "/v1/contacts/import/preview"];
/** Meta's webhooks may have 3 MiB. */
const MAX_WEBHOOK_BYTES = 4 * 1024 * 1024;

/** What every route can rely on being there. */
export type HttpDependencies = {
  authenticator: Authenticator;
  log: Logger;
  metrics: Pick<Metrics, "answered">;
  routes: () => readonly Route[];
  senderOf: SenderReader;
};

/**
 * The base every resource's routes are built on: request ids, capped JSON
 * bodies, problem answers and the `permission` guard. Elysia runs it once
 * however many resources use it, because it is named.
 */
export function createHttp({ authenticator, log, metrics, routes, senderOf }: HttpDependencies) {
  boundTimes();
  const startedAt = new WeakMap<Request, number>();
  const callers = new WeakMap<Request, Caller>();
  return new Elysia({ name: "http" })
    .onRequest(({ request, set }) => {
      startedAt.set(request, performance.now());
      set.headers["x-request-id"] = requestId(request);
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set }) => {
      const seconds = (performance.now() - (startedAt.get(request) ?? 0)) / 1000;
      metrics.answered(request.method, route, Number(set.status ?? 200), seconds);
    })
    .onParse({ as: "global" }, ({ request, contentType, path }) => {
      if (STREAMED_PATHS.includes(path)) return request.body ?? new Blob().stream();
      return path.startsWith(RAW_PATHS)
        ? readBytes(request, MAX_WEBHOOK_BYTES)
        : readJson(request, contentType);
    })
    .onError({ as: "global" }, ({ error, code, request, set }) => {
      const id = String(set.headers["x-request-id"] ?? requestId(request));
      const failure =
        code === "NOT_FOUND" ? unknownRoute(routes(), request) : asProblem(error, code, request);
      if (failure.status === 503) log.warn({ request_id: id, code: failure.code }, "request refused");
      else if (failure.status >= 500)
        log.error({ err: failure.extras.cause ?? error, request_id: id }, "request failed");
      return isCodeShaped(new URL(request.url).pathname)
        ? codeShapeResponse(failure, id)
        : problemResponse(failure, id);
    })
    .macro({
      /** Lets in a caller who has the permission (`any`: who is known at all); the route gets `caller`. */
      permission: (permission: Permission | "*" | "any") => ({
        detail: withPermission(permission),
        // before the body is validated: a stranger is told nothing about it
        async transform({ request, server, set }) {
          const from = { ...senderOf(request, server), requestId: String(set.headers["x-request-id"]) };
          callers.set(request, await authenticator.require(request, permission, from));
        },
        resolve({ request }) {
          return { caller: callers.get(request) as Caller };
        },
      }),
    });
}

/** The base with its types, for the resources' route functions. */
export type Http = ReturnType<typeof createHttp>;

/** The caller's `X-Request-Id` when it is harmless, or a new one. */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : Bun.randomUUIDv7();
}
