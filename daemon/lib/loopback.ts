/** For servers on loopback that ask nobody for a key: they are for programs of this machine. */

import { isIP } from "node:net";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why a request to such a server is refused, or null. Pages of other sites could send requests from a browser on this
 * machine (`Origin`, `Sec-Fetch-Site`), or reach the server under a name of their own that leads to 127.0.0.1 (`Host`).
 * Beside loopback's names, the host that the server listens on is taken, and origins that its clients are known to name.
 */
export function refusedOnLoopback(
  request: Request,
  { host, origins = [] }: { host?: string; origins?: readonly string[] } = {},
): string | null {
  const isOwn = (name: string | undefined) => name !== undefined && (LOOPBACK.test(name) || name === host);
  // without a usable Host, the URL is no more than a path
  const name = URL.parse(request.url)?.hostname;
  if (!isOwn(name)) return `use localhost or 127.0.0.1 as the host name, not ${name ?? "no name"}`;
  const origin = request.headers.get("origin");
  if (origin !== null && !origins.includes(origin) && !isOwn(URL.parse(origin)?.hostname))
    return "pages of other sites can't use this";
  return request.headers.get("sec-fetch-site") === "cross-site"
    ? "pages of other sites can't use this"
    : null;
}

/** Whether a request asks for this machine by one of loopback's own names. */
export function isLoopbackName({ url }: Request): boolean {
  return LOOPBACK.test(URL.parse(url)?.hostname ?? "");
}

/** Whether only programs of this machine reach a server that listens there. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith("127.");
  return host === "localhost" || host === "::1" || host === "[::1]";
}
