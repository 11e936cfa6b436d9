import type { Problem } from "../problem.ts";

/** The paths of an API of others, which programs made for it call: how they send a key, and read that something is refused. */
export type FrontShape = {
  /** What its paths begin with, such as `/graph/`. */
  prefix: string;
  /** The key in a request; null where it has none in a place of its own. */
  keyOf: (request: Request) => string | null;
  /** A refusal in the front's own form. */
  refusal: (failure: Problem, requestId: string) => Response;
};

/** The request with its key where the API has it. Its body stays behind. */
export function withOwnKey(request: Request, front: FrontShape | undefined): Request {
  const key = front?.keyOf(request) ?? null;
  if (key === null) return request;
  const { method, url } = request;
  return new Request(url, { method, headers: { "x-api-key": key } });
}
