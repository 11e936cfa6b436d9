import { pathOf } from "../http/address.ts";
import type { Caller, Guard } from "../http/caller.ts";
import type { CompletedRequest, RequestObserver } from "../http/observer.ts";
import type { Problem } from "../http/problem.ts";
import type { SenderReader } from "../http/sender.ts";
import type { RequestLog } from "./request-log.ts";

type Failed = { status: number; code: string; caller: Promise<Caller | null> };

/** Requests that read the log are not in it: a follower would see little else. */
const OWN_PATHS = "/v1/logs/";
/** Statuses of refusals before the caller is known. */
const WITHOUT_CALLER = [401, 429, 503];
/** A secret in a path: a link's, or what somebody put there by mistake. */
const TOKEN = /\/wp[a-z]?_[^/]+/g;
/** Keys that are looked up for the log alone; more at a time would let anybody use up the connections. */
const LOOKS_AT_ONCE = 2;

/**
 * Writes requests into the log, each with its caller and its result. For a caller that was not let in, the organisation
 * is looked up once more.
 */
export function createRequestNotes(
  guard: Guard,
  senderOf: SenderReader,
  requestLog: Pick<RequestLog, "add">,
) {
  const failures = new WeakMap<Request, Failed>();
  let looks = 0;

  async function findCaller(request: Request, { status }: Problem): Promise<Caller | null> {
    if (WITHOUT_CALLER.includes(status) || looks >= LOOKS_AT_ONCE) return null;
    looks += 1;
    return await guard
      .require(request, "any", { ...senderOf(request, null), requestId: "" })
      .catch(() => null)
      .finally(() => {
        looks -= 1;
      });
  }

  function write(
    { organizationId, actor }: Caller,
    { method, url }: Request,
    { status, durationMs, requestId }: Omit<CompletedRequest, "route">,
    code: string | null,
  ): void {
    const path = pathOf(url).replace(TOKEN, "/…");
    if (code === null && path.startsWith(OWN_PATHS)) return;
    requestLog.add(organizationId, {
      durationMs: Math.round(durationMs * 10) / 10,
      method,
      path,
      status,
      code,
      requestId,
      actorType: actor.type,
      actorId: actor.id,
    });
  }

  return {
    failed(request, failure, known) {
      const { status, code } = failure;
      const caller = known === undefined ? findCaller(request, failure) : Promise.resolve(known);
      failures.set(request, { status, code, caller });
    },
    completed(request, completed, caller) {
      const failed = failures.get(request);
      if (failed === undefined) {
        if (caller !== undefined) write(caller, request, completed, null);
        return;
      }
      const { status, code } = failed;
      void failed.caller.then((found) => {
        if (found !== null) write(found, request, { ...completed, status }, code);
      });
    },
  } satisfies RequestObserver;
}
