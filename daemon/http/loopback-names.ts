import { isLoopbackName } from "../lib/loopback.ts";
import { problem } from "./problem.ts";

const DETAIL =
  "without TLS, this daemon answers only what asks for localhost or 127.0.0.1. Set WAYPOST_BEHIND_PROXY=true where a proxy in front ends TLS, or WAYPOST_TLS_CERTIFICATE and WAYPOST_TLS_KEY";

/**
 * Makes the guard of a daemon that listens for loopback in a container: it throws 421 for requests that name another
 * host. That keeps an honest client of another machine from sending keys and passwords in the clear, and the page of
 * another site from coming in under a name of its own. Who forges the name sends nobody's secrets but their own, and
 * still needs a key: nothing is granted by it.
 */
export function createNameGuard(isForLoopback: boolean): (request: Request) => void {
  if (!isForLoopback) return () => {};
  return (request) => {
    if (!isLoopbackName(request)) throw problem(421, "tls_required", DETAIL);
  };
}
