import { pathOf } from "./address.ts";
import { type Problem, problem } from "./problem.ts";

/** So many requests at once are too many for the memory. */
export const MOST_REQUESTS = 5000;
/** So many of these places are for requests that say who sends them. */
export const RESERVED_FOR_CALLERS = 1000;
/** For requests without a key that others must not crowd out, at the same address or elsewhere. */
const FREE_PATHS = ["/v1/health", "/v1/ready"];
/** Elsewhere are pages, which look at no credential: whatever comes along proves nothing. */
const ASK_FOR_CREDENTIALS = ["/v1/", "/metrics", "/mcp", "/graph/", "/compat/"];
/** What providers call. */
const PROVIDER_PATHS = "/v1/providers/";
/** What a link is enough for: whatever key comes along is not looked at. */
const LINK_PATHS = /^\/v1\/media\/[^/]+\/download$/;
/** Where passwords and tokens are guessed at, whatever key comes along. */
const LOGIN_PATHS = "/v1/auth/";

/** Whether a request is answered however many others there are. */
function isFree({ url }: Request): boolean {
  return FREE_PATHS.includes(pathOf(url));
}

/** Whether a request says who sends it; that may turn out to be wrong. */
function hasCredential({ headers }: Request): boolean {
  return headers.has("x-api-key") || headers.has("authorization") || headers.has("cookie");
}

/** Throws 503 when too many requests are being answered: for those that do not say who sends them, sooner. */
export function refuseOverload(request: Request, pending: number): void {
  if (pending <= MOST_REQUESTS - RESERVED_FOR_CALLERS) return;
  if (isFree(request) || (pending <= MOST_REQUESTS && hasCredential(request))) return;
  throw overloaded();
}

export function overloaded(): Problem {
  return problem(503, "overloaded", "too many requests are in progress; try again shortly", {
    headers: { "retry-after": "1" },
  });
}

/**
 * Whether a request is counted by its address. A key or a login that turns out to
 * be wrong is counted when it does. Meta's webhooks come from few addresses, and
 * prove themselves by their signature.
 */
export function isCountedByAddress(request: Request): boolean {
  const { headers, method, url } = request;
  const pathname = pathOf(url);
  if (!ASK_FOR_CREDENTIALS.some((path) => pathname.startsWith(path))) return true;
  if (LINK_PATHS.test(pathname)) return true;
  if (headers.has("x-api-key") && !url.includes(LOGIN_PATHS)) return false;
  if (method === "POST" && pathname.startsWith(LOGIN_PATHS)) return true;
  return !hasCredential(request) && !isFree(request) && !pathname.startsWith(PROVIDER_PATHS);
}
