import type { Caller, Guard, Needed, RequestLimits } from "./caller.ts";
import { Problem } from "./problem.ts";
import { STRICT_TRANSPORT } from "./security-headers.ts";
import type { SenderReader } from "./sender.ts";

type Context = {
  request: Request;
  server: Parameters<SenderReader>[1];
  set: { headers: Record<string, unknown> };
};

type Dependencies = {
  guard: Guard;
  limits: RequestLimits;
  senderOf: SenderReader;
};

export function createCallers({ guard, limits, senderOf }: Dependencies) {
  const known = new WeakMap<Request, Caller>();
  return {
    /** The caller of a request; undefined while nobody has asked, or when there is none. */
    of: (request: Request): Caller | undefined => known.get(request),
    /**
     * Finds out who sends a request, by its head alone, and counts it; the second time does nothing.
     * Throws 401, 403 and 429.
     */
    async identify({ request, server, set }: Context, needed: Needed): Promise<void> {
      if (known.has(request)) return;
      const from = { ...senderOf(request, server), requestId: String(set.headers["x-request-id"]) };
      const caller = await guard.require(request, needed, from).catch((cause: unknown) => {
        if (cause instanceof Problem && cause.status === 401) limits.spendStranger(from.address);
        throw cause;
      });
      known.set(request, caller);
      Object.assign(set.headers, limits.spend(caller));
      if (from.isSecure) set.headers["strict-transport-security"] = STRICT_TRANSPORT;
    },
  };
}
