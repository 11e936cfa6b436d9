import { isLoopback, refusedOnLoopback } from "../../lib/loopback.ts";

/** Headers by which a proxy says that it asks for somebody else. */
const FORWARDED = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Whether a program of this machine asks, and nobody through it. `address` is where the connection comes from; in a
 * container that is its gateway for everybody, so where `isForLoopback` the name that is asked for has to do.
 */
export function isFromThisMachine(request: Request, address: string | null, isForLoopback: boolean): boolean {
  if (address === null || FORWARDED.some((name) => request.headers.has(name))) return false;
  const isNear = isForLoopback || isLoopback(address.replace(/^::ffff:/, ""));
  return isNear && refusedOnLoopback(request) === null;
}
