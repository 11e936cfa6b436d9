import type { Caller } from "./caller.ts";
import type { Problem } from "./problem.ts";

/** How a request ended. */
export type CompletedRequest = { route: string; status: number; durationMs: number; requestId: string };

/** What a route answers, before it is written. */
export type Answer = { route: string; response: unknown };

/** Called with the results of requests; `caller` is who was let in, if anybody was. */
export type RequestObserver = {
  /** A request failed; called before its response is sent. */
  failed?(request: Request, failure: Problem, caller: Caller | undefined): void;
  /** A route has its answer. Nothing is waited for, and nothing may be thrown. */
  answered?(request: Request, answer: Answer, caller: Caller | undefined): void;
  /** Its response was sent. */
  completed?(request: Request, completed: CompletedRequest, caller: Caller | undefined): void;
};
