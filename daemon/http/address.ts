/** Where a server that listens on this address is reached from its own machine. */
export function urlOf(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
