import type { Config } from "../config/settings.ts";

type Addresses = Pick<Config, "host" | "port" | "metricsHost" | "metricsPort">;

/** Throws a sentence when nothing can listen where the API or the metrics are to, before anything is started for them. */
export function requireFreeAddresses({ host, port, metricsHost, metricsPort }: Addresses): void {
  requireFree("WAYPOST", host, port);
  if (metricsPort !== undefined) requireFree("WAYPOST_METRICS", metricsHost, metricsPort);
}

/** `settings` is how the settings of host and port begin. */
function requireFree(settings: string, host: string, port: number): void {
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : null;
    const sentence = explain(String(code ?? ""), host, port, settings);
    // whatever else it is, the server says when it is started
    if (sentence !== null) throw new Error(sentence, { cause });
  }
}

function explain(code: string, host: string, port: number, settings: string): string | null {
  if (code === "EADDRINUSE")
    return `Another program listens on port ${port} already (another daemon?). Stop it, or set ${settings}_PORT to another.`;
  if (code === "EACCES")
    return `This account may not listen on port ${port}. Set ${settings}_PORT to another, from 1024 on.`;
  // without a code, nobody knows an address of that name
  if (code === "EADDRNOTAVAIL" || code === "")
    return `This machine does not have the address ${host}. Set ${settings}_HOST to one that it has.`;
  return null;
}
