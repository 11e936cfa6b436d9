import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { createShares } from "../lib/turns/shares.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { pathOf, refuseUnusableHost } from "./address.ts";
import { readBytes, readJson } from "./body/body.ts";
import { BODY_KIND, type BodyKind, withBodyKind } from "./body/body-kinds.ts";
import { createCallersBodies } from "./body/callers-bodies.ts";
import { readForm } from "./body/form.ts";
import { setFormats } from "./body/formats.ts";
import { patientWith } from "./body/patience.ts";
import { createUnknownBodies } from "./body/unknown-bodies.ts";
import type { Wait } from "./body/waiting-bodies.ts";
import { type Caller, type Guard, type Needed, type RequestLimits, refuseStaleProof } from "./caller.ts";
import { type Server as AskedServer, createCallers } from "./callers.ts";
import { createChanges } from "./changes.ts";
import { asProblem, asThrown } from "./failure.ts";
import { type FrontShape, withOwnKey } from "./inside/front.ts";
import type { RequestObserver } from "./observer.ts";
import { createOnce } from "./once/once.ts";
import { PERMISSION, withPermission } from "./openapi/documentation.ts";
import type { DescribedRoute } from "./openapi/openapi.ts";
import { createRouteDetails } from "./openapi/route-details.ts";
import { refusalOf } from "./refusal.ts";
import { isCountedByAddress, refuseOverload } from "./room-for-requests.ts";
import { SECURITY_HEADERS, STRICT_TRANSPORT } from "./security-headers.ts";
import { networkOf, type SenderReader } from "./sender.ts";
import { createMethodGuard, unknownRoute } from "./unknown-route.ts";

/** How long a body that is taken as it comes may stop coming. */
const PATIENCE_MS = 30_000;
/** Meta's webhooks may have 3 MiB. */
const MAX_WEBHOOK_BYTES = 4 * 1024 * 1024;

/** The parts that every route gets. */
export type HttpDependencies = {
  sql: Sql;
  secrets: Secrets;
  guard: Guard;
  log: Logger;
  routes: () => readonly DescribedRoute[];
  senderOf: SenderReader;
  limits: RequestLimits;
  observers: readonly RequestObserver[];
  /** The APIs of others that this daemon answers, too. */
  fronts?: readonly FrontShape[];
  /** Headers that every response has. */
  headers?: Readonly<Record<string, string>>;
  /** Throws 401 for the head of what can't be signed. */
  refuseUnsigned: (headers: Headers) => void;
  /** Throws 421 for what this daemon does not serve. */
  refuseElsewhere: (request: Request) => void;
  /** How long a body of a known caller may take, in seconds. */
  requestSeconds: number;
  /** False from the moment the daemon begins to stop: clients then connect again, elsewhere. */
  isServing: () => boolean;
};

/**
 * The base every resource's routes are built on: request ids, capped JSON
 * bodies, problem responses and the `permission` guard. Elysia runs it once
 * however many resources use it, because it is named.
 */
export function createHttp({
  sql,
  secrets,
  guard,
  log,
  routes,
  senderOf,
  limits,
  observers,
  fronts = [],
  headers = {},
  refuseUnsigned,
  refuseElsewhere,
  requestSeconds,
  isServing,
}: HttpDependencies) {
  setFormats();
  // one for each connection: who waits for one there has no turn
  const writing = createShares({ atOnce: sql.options.max });
  const changes = createChanges(writing);
  const startedAt = new WeakMap<Request, number>();
  const detailOf = createRouteDetails(routes);
  const unknownBodies = createUnknownBodies();
  const guardMethod = createMethodGuard(routes);
  // sooner than the server would cut it off, without a response
  const callersBodies = createCallersBodies((requestSeconds - 1) * 1000);
  const pending = (server: { pendingRequests: number } | null) =>
    (server?.pendingRequests ?? 0) - unknownBodies.held();
  const frontOf = ({ url }: Request) => fronts.find(({ prefix }) => pathOf(url).startsWith(prefix));
  const callers = createCallers({ guard, limits, senderOf, pending, frontOf });
  const leave = (request: Request) => {
    changes.end(request);
    callers.leave(request);
  };

  /** Reads the body of a request for so long as it is waited for. */
  async function read(request: Request, server: Server, kind: unknown, contentType: string) {
    const readBody = (wait: Wait): Promise<Uint8Array | object | undefined> => {
      if (kind === "signed") return readBytes(request, MAX_WEBHOOK_BYTES, wait);
      return (kind === "form" ? readForm : readJson)(request, contentType, wait, kind === "large");
    };
    const caller = callers.of(request);
    if (caller !== undefined) return await callersBodies.read(caller, readBody);
    const { address } = senderOf(request, server);
    return await unknownBodies.read(networkOf(address ?? ""), readBody);
  }

  return (
    new Elysia({ name: "http" })
      .onRequest(({ request, server, set }) => {
        startedAt.set(request, performance.now());
        Object.assign(set.headers, SECURITY_HEADERS, headers);
        set.headers["x-request-id"] = requestId(request);
        if (!isServing()) set.headers.connection = "close";
        refuseUnusableHost(request);
        refuseElsewhere(request);
        refuseOverload(request, pending(server));
        guardMethod(request);
        if (!isCountedByAddress(withOwnKey(request, frontOf(request)))) return;
        const { address, isSecure } = senderOf(request, server);
        if (isSecure) set.headers["strict-transport-security"] = STRICT_TRANSPORT;
        limits.spendStranger(address);
      })
      // at once: handlers after a response run when the loop has time, by which busy clients have sent the next request
      .onAfterHandle({ as: "global" }, ({ request, route, responseValue: response }) => {
        for (const one of observers) one.answered?.(request, { route, response }, callers.of(request));
        leave(request);
      })
      .onAfterResponse({ as: "global" }, ({ request, route, set }) => {
        // of requests that failed
        leave(request);
        const durationMs = performance.now() - (startedAt.get(request) ?? 0);
        const status = Number(set.status ?? 200);
        const completed = { route, status, durationMs, requestId: String(set.headers["x-request-id"]) };
        for (const observer of observers) observer.completed?.(request, completed, callers.of(request));
      })
      .onParse({ as: "global" }, async ({ request, server, set, contentType, route }) => {
        const { [BODY_KIND]: kind, [PERMISSION]: needed } = detailOf(request.method, route);
        // before the body is read: a client that withholds it holds nothing
        if (needed !== undefined)
          await callers.identify({ request, route, server, set }, needed as Needed).catch(asThrown(request));
        if (kind === "signed") refuseUnsigned(request.headers);
        if (kind === "stream") return patientWith(request.body ?? new Blob().stream(), PATIENCE_MS);
        return await read(request, server, kind, contentType);
      })
      .onBeforeHandle({ as: "global" }, async ({ request }) => {
        await changes.begin(request, callers.of(request));
      })
      .onError({ as: "global" }, ({ error, code, request, set }) => {
        changes.end(request);
        const id = String(set.headers["x-request-id"] ?? requestId(request));
        const failure =
          code === "NOT_FOUND" ? unknownRoute(routes(), request) : asProblem(error, code, request);
        for (const observer of observers) observer.failed?.(request, failure, callers.of(request));
        if (failure.status === 503 || failure.status === 507)
          log.warn({ request_id: id, code: failure.code }, "request refused");
        else if (failure.status >= 500)
          log.error({ err: failure.extras.cause ?? error, request_id: id }, "request failed");
        return refusalOf(request, frontOf(request))(failure, id);
      })
      .macro({
        /** Lets in a caller who has the permission (`any`: who is known at all); the route gets `caller`. */
        permission: (permission: Needed) => ({
          detail: withPermission(permission),
          // a request without a body is not parsed
          async transform({ request, route, server, set }) {
            await callers.identify({ request, route, server, set }, permission);
          },
          resolve({ request }) {
            return { caller: callers.of(request) as Caller };
          },
        }),
        /** Users have proved within ten minutes who they are (403 `step_up_required`). */
        proved: (_: true) => ({
          beforeHandle: ({ request }) => refuseStaleProof(callers.of(request) as Caller),
        }),
        /**
         * A POST that brings an `Idempotency-Key` is done once; the route gets `once` and `onceElsewhere`.
         * `sealed` is for a request or response that holds a secret.
         */
        idempotent: (kind: true | "sealed") => ({
          resolve({ request, body, set }) {
            const caller = callers.of(request) as Caller;
            const sealing = kind === "sealed" ? secrets : undefined;
            return createOnce(sql, { caller, request, body, set }, sealing, writing);
          },
        }),
        /** A change that waits for Meta, a phone or a store of files: it takes no turn, and keeps nobody waiting. */
        elsewhere: (_: true) => ({
          transform: ({ request }) => changes.exempt(request),
        }),
        /** As how many requests one counts, by its body. */
        counts: (requestsOf: (body: unknown) => number) => ({
          beforeHandle: ({ request, body, set }) => callers.count(request, set, requestsOf(body) - 1),
        }),
        /** The route gets its body as a stream or as bytes. A stream takes as long as it takes. */
        takes: (kind: BodyKind) => ({
          detail: withBodyKind(kind),
          transform({ request }) {
            if (kind === "stream") changes.exempt(request);
          },
          beforeHandle({ request, server, set }) {
            if (kind === "stream") takeTime(request, server, set.headers);
          },
        }),
        /** The route answers while it reads: it gets `brokeOff`, to call when that ends early, and `atPace`, for its body. */
        streams: (_: true) => ({
          resolve({ request, set }) {
            const id = String(set.headers["x-request-id"]);
            return {
              atPace: callers.atPace(request),
              brokeOff(cause: unknown): string {
                log.error({ err: cause, request_id: id }, "a response broke off");
                return id;
              },
            };
          },
        }),
        /** The route's answer does not end. */
        endless: (_: true) => ({
          beforeHandle({ request, server, set }) {
            // its length would be counted, to an end that never comes
            if (request.method === "HEAD") return new Response(null);
            takeTime(request, server, set.headers);
          },
        }),
      })
  );
}

/** The base with its types, for the resources' route functions. */
export type Http = ReturnType<typeof createHttp>;

/** The caller's `X-Request-Id` when it is harmless, or a new one. */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : Bun.randomUUIDv7();
}

type Server = (NonNullable<AskedServer> & { timeout(request: Request, seconds: number): void }) | null;

/** Bun would end a request after its usual time, however much still comes. The connection ends with it. */
function takeTime(request: Request, server: Server, headers: Record<string, unknown>): void {
  server?.timeout(request, 0);
  headers.connection = "close";
}
