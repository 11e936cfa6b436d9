/** Where a server that listens on this address is reached from its own machine. */
export function urlOf(host: string, port: number, isTls = false): string {
  const scheme = isTls ? "https" : "http";
  if (host === "0.0.0.0" || host === "::") return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
