import type { Caller } from "./caller.ts";
import type { Problem } from "./problem.ts";

/** How a request was answered. */
export type CompletedRequest = { route: string; status: number; durationMs: number; requestId: string };

/** Is told what becomes of requests; `caller` is who was let in, if anybody was. */
export type RequestObserver = {
  /** A request fails; told before it is answered. */
  failed?(request: Request, failure: Problem, caller: Caller | undefined): void;
  /** It was answered. */
  completed?(request: Request, completed: CompletedRequest, caller: Caller | undefined): void;
};
