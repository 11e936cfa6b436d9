import { readAtPace } from "./body/at-pace.ts";
import type { Caller, Guard, Needed, RequestLimits } from "./caller.ts";
import { type FrontShape, withOwnKey } from "./inside/front.ts";
import { createPlaces } from "./places.ts";
import { Problem } from "./problem.ts";
import { STRICT_TRANSPORT } from "./security-headers.ts";
import type { SenderReader } from "./sender.ts";

/** The parts of a request's server that callers need. */
export type Server = (Parameters<SenderReader>[1] & { pendingRequests: number }) | null;

type Context = {
  request: Request;
  route: string;
  server: Server;
  set: { headers: Record<string, unknown> };
};

type Dependencies = {
  guard: Guard;
  limits: RequestLimits;
  senderOf: SenderReader;
  /** How many requests are being answered. */
  pending: (server: Server) => number;
  /** The front that a request is for. */
  frontOf: (request: Request) => FrontShape | undefined;
};

export function createCallers({ guard, limits, senderOf, pending, frontOf }: Dependencies) {
  const known = new WeakMap<Request, Caller>();
  const places = createPlaces();
  return {
    /** The caller of a request; undefined before the first look-up, or when there is none. */
    of: (request: Request): Caller | undefined => known.get(request),
    /**
     * Finds out who sends a request, by its head alone, and counts it; the second time does nothing.
     * Throws 401, 403, 429, and 503 where there is no place for it.
     */
    async identify({ request, route, server, set }: Context, needed: Needed): Promise<void> {
      if (known.has(request)) return;
      const from = { ...senderOf(request, server), requestId: String(set.headers["x-request-id"]) };
      const front = frontOf(request);
      const caller = await guard.require(withOwnKey(request, front), "any", from).catch((cause: unknown) => {
        if (cause instanceof Problem && cause.status === 401) limits.spendStranger(from.address);
        throw cause;
      });
      known.set(request, caller);
      places.take(request, caller, pending(server));
      if (from.isSecure) set.headers["strict-transport-security"] = STRICT_TRANSPORT;
      // what a front asks of the API is counted and judged there
      if (front !== undefined) return;
      Object.assign(set.headers, limits.spend(caller));
      await guard.permit(caller, { method: request.method, route, needed });
    },
    /** Counts a request that was let in as so many more. Throws 429. */
    count(request: Request, { headers }: Pick<Context["set"], "headers">, more: number): void {
      Object.assign(headers, limits.spend(known.get(request) as Caller, more));
    },
    /** The request is answered: its place is free, unless its answer is on its way out. */
    leave: places.leave,
    /** Has an answer read at its reader's pace: the request keeps its place until it is out, and is cut off if nobody reads. */
    atPace: (request: Request) => (body: Blob | ReadableStream<Uint8Array>) =>
      request.method === "HEAD" ? body : readAtPace(body, places.stay(request)),
  };
}
