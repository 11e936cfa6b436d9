import { problem } from "./problem.ts";

/** The path of a request's URL, without its query: that may hold what people search for. */
export function pathOf(url: string): string {
  // without a usable Host, the URL is no more than what the first line says
  const begin = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(begin).search(/[?#]/);
  return end === -1 ? url.slice(begin) : url.slice(begin, begin + end);
}

/** Where a server that listens on this address is reached from its own machine. */
export function urlOf(host: string, port: number, isTls = false): string {
  const scheme = isTls ? "https" : "http";
  if (host === "0.0.0.0" || host === "::") return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Throws 400 for a request without a usable `Host`: it has no URL, only a path (RFC 9112, section 3.2: 400). */
export function refuseUnusableHost({ url }: Request): void {
  if (URL.canParse(url)) return;
  throw problem(400, "invalid_host", "the Host header is missing, or has no host name");
}
