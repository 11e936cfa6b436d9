import type { Authenticator, Caller } from "../auth/authenticate.ts";
import { pathOf } from "../http/address.ts";
import type { Problem } from "../http/problem.ts";
import type { RequestLog } from "./request-log.ts";

/** Writes requests into the log, each with whose it was and what became of it. */
export type RequestNotes = {
  /** Notes that a request fails; to be called before it is answered. */
  failed(request: Request, failure: Problem): void;
  /** Notes that it was answered, after so many milliseconds. */
  answered(request: Request, answer: { status: number; took: number; requestId: string }): void;
};

type Failed = { status: number; code: string; caller: Promise<Caller | null> };

/** What reads the log is not in it: who follows it would see little else. */
const OWN_PATHS = "/v1/logs/";
/** Refused as nobody's, or without a look at whose they are. */
const STRANGERS = [401, 429, 503];
/** Keys that are looked up for the log alone; more at a time would let strangers take connections from everybody. */
const LOOKS_AT_ONCE = 2;

/** `callerOf` knows who was let in. Of who was not, is asked once more, for nothing but the organisation. */
export function createRequestNotes(
  authenticator: Pick<Authenticator, "require">,
  requestLog: Pick<RequestLog, "answered">,
  callerOf: (request: Request) => Caller | undefined,
): RequestNotes {
  const failures = new WeakMap<Request, Failed>();
  let looks = 0;

  async function findCaller(request: Request, { status }: Problem): Promise<Caller | null> {
    const known = callerOf(request);
    if (known !== undefined) return known;
    if (STRANGERS.includes(status) || looks >= LOOKS_AT_ONCE) return null;
    looks += 1;
    return await authenticator
      .require(request, "any")
      .catch(() => null)
      .finally(() => {
        looks -= 1;
      });
  }

  function write(
    { organizationId, actor }: Caller,
    { method, url }: Request,
    { status, took, requestId }: { status: number; took: number; requestId: string },
    code: string | null,
  ): void {
    const path = pathOf(url);
    if (code === null && path.startsWith(OWN_PATHS)) return;
    requestLog.answered(organizationId, {
      took: Math.round(took * 10) / 10,
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
    failed(request, failure) {
      const { status, code } = failure;
      failures.set(request, { status, code, caller: findCaller(request, failure) });
    },
    answered(request, answer) {
      const failed = failures.get(request);
      const caller = callerOf(request);
      if (failed === undefined) {
        if (caller !== undefined) write(caller, request, answer, null);
        return;
      }
      const { status, code } = failed;
      void failed.caller.then((found) => {
        if (found !== null) write(found, request, { ...answer, status }, code);
      });
    },
  };
}
