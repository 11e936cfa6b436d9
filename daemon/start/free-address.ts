import type { Config } from "../config/settings.ts";

/** Throws a sentence when nothing can listen where the API is to, before anything else is started for it. */
export function requireFreeAddress({ host, port }: Pick<Config, "host" | "port">): void {
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    const sentence = explain(String(code), host, port);
    // whatever else it is, the server says when it is started
    if (sentence !== null) throw new Error(sentence, { cause });
  }
}

function explain(code: string, host: string, port: number): string | null {
  if (code === "EADDRINUSE")
    return `Another program listens on port ${port} already (another daemon?). Stop it, or set WAYPOST_PORT to another.`;
  if (code === "EACCES")
    return `This account may not listen on port ${port}. Set WAYPOST_PORT to another, from 1024 on.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine does not have the address ${host}. Set WAYPOST_HOST to one that it has.`;
  return null;
}
