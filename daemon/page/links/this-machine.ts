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

/** Whether a program of this machine asks, and nobody through it. `address` is where the connection comes from. */
export function isFromThisMachine(request: Request, address: string | null): boolean {
  if (address === null || FORWARDED.some((name) => request.headers.has(name))) return false;
  return isLoopback(address.replace(/^::ffff:/, "")) && refusedOnLoopback(request) === null;
}
