import type { Environment } from "../terminal/terminal.ts";

const LOOPBACK = "localhost,127.0.0.1,::1,[::1]";
/** Which of the two spellings wins differs between programs: both are set. */
const EXCEPTIONS = ["NO_PROXY", "no_proxy"] as const;

/**
 * Excepts this machine from the proxies of the environment, which Bun's `fetch`
 * would ask for it, too. No other machine can reach a daemon on loopback.
 */
export function keepLoopbackDirect(environment: Record<string, string | undefined>): void {
  const given = exceptionsIn(environment);
  if (given === "*") return;
  for (const name of EXCEPTIONS) environment[name] = given === "" ? LOOPBACK : `${given},${LOOPBACK}`;
}

/** The variable that names a proxy on the way to an address; null when there is none. */
export function proxyVariable(url: string, environment: Environment): string | null {
  const { protocol, hostname } = new URL(url);
  const name = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const found = [name, name.toLowerCase()].find((one) => environment[one]);
  if (found === undefined || isExcepted(hostname, exceptionsIn(environment))) return null;
  return found;
}

function exceptionsIn(environment: Environment): string {
  return (EXCEPTIONS.map((name) => environment[name]).find((value) => value) ?? "").trim();
}

function isExcepted(hostname: string, exceptions: string): boolean {
  return exceptions
    .split(",")
    .map((one) => one.trim().replace(/^\./, ""))
    .some((one) => one === "*" || hostname === one || (one !== "" && hostname.endsWith(`.${one}`)));
}
