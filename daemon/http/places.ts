import type { Caller } from "./caller.ts";
import { problem } from "./problem.ts";
import { MOST_REQUESTS, overloaded, RESERVED_FOR_CALLERS } from "./room-for-requests.ts";

/** The requests that are being answered, by whose they are. */
export type Places = {
  /**
   * Counts a request until it leaves; `pending` is how many there are of all. Throws 429 when its caller or organisation
   * has as many as it may, and 503 when most places are taken and its organisation has some of them.
   */
  take(request: Request, caller: Pick<Caller, "organizationId" | "actor">, pending: number): void;
  leave(request: Request): void;
  /** A request whose answer takes time on its way out keeps its place until the result is called. */
  stay(request: Request): () => void;
};

type PlaceLimits = { caller: number; organization: number; share: number };

/** One organisation leaves room for others, one of its keys for its other keys. */
const LIMITS: PlaceLimits = { caller: 2000, organization: 3000, share: 200 };

/** The last of all places are for organisations that have no more than `share` of them. */
export function createPlaces(limits = LIMITS): Places {
  const counts = new Map<string, number>();
  const taken = new WeakMap<Request, readonly string[]>();
  const staying = new WeakSet<Request>();
  const countOf = (name: string) => counts.get(name) ?? 0;

  function free(request: Request): void {
    for (const name of taken.get(request) ?? []) {
      if (countOf(name) > 1) counts.set(name, countOf(name) - 1);
      else counts.delete(name);
    }
    taken.delete(request);
  }

  return {
    take(request, { organizationId, actor }, pending) {
      const [organization, caller] = [`organization ${organizationId}`, `${actor.type} ${actor.id}`];
      if (countOf(caller) >= limits.caller) throw tooMany(`this ${actor.type}`);
      if (countOf(organization) >= limits.organization) throw tooMany("this organisation");
      if (pending > MOST_REQUESTS - RESERVED_FOR_CALLERS && countOf(organization) >= limits.share)
        throw overloaded();
      for (const name of [organization, caller]) counts.set(name, countOf(name) + 1);
      taken.set(request, [organization, caller]);
    },
    leave(request) {
      if (!staying.has(request)) free(request);
    },
    stay(request) {
      staying.add(request);
      return () => free(request);
    },
  };
}

function tooMany(who: string) {
  return problem(429, "too_many_at_once", `${who} has too many requests in progress; wait for some of them`, {
    headers: { "retry-after": "1" },
  });
}
