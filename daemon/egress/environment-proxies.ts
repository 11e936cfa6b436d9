import { isWithin, parseRange } from "./ranges.ts";

/** The environment of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment names. */
export type EnvironmentProxy = {
  /** The variable it stands in, as in `HTTPS_PROXY`. */
  variable: string;
  /** Its address, which may hold a password. */
  address: string;
};

const LOOPBACK = "localhost,127.0.0.1,::1,[::1]";
/** Which of the two spellings wins differs between programs: both are set. */
const EXCEPTIONS = ["no_proxy", "NO_PROXY"] as const;
const VARIABLES = {
  "http:": ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
  "https:": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
} as const;

/**
 * Excepts this machine from the proxies of the environment, which Bun's `fetch`
 * and its S3 client would ask for it, too. No other machine can reach what is on loopback.
 */
export function keepLoopbackDirect(environment: Record<string, string | undefined>): void {
  const given = exceptionsIn(environment);
  if (given === "*") return;
  for (const name of EXCEPTIONS) environment[name] = given === "" ? LOOPBACK : `${given},${LOOPBACK}`;
}

/**
 * The proxy on the way to a URL, by the rules of Bun's `fetch` (1.4.5), so that all ways out agree: lower case first,
 * then `ALL_PROXY`; `NO_PROXY` lists names (their subdomains count), `host:port`, addresses and ranges, or `*`.
 * Null when there is none.
 */
export function proxyFor(url: URL, environment: Environment = process.env): EnvironmentProxy | null {
  const proxy = namedProxy(isPlain(url) ? "http:" : "https:", environment);
  return proxy === null || isExcepted(url, exceptionsIn(environment)) ? null : proxy;
}

/** The proxy of a protocol, whatever `NO_PROXY` excepts. */
export function namedProxy(
  protocol: keyof typeof VARIABLES,
  environment: Environment = process.env,
): EnvironmentProxy | null {
  const variable = VARIABLES[protocol].find((name) => environment[name]);
  const address = variable === undefined ? undefined : environment[variable]?.trim();
  if (variable === undefined || address === undefined) return null;
  return { variable, address: address.includes("://") ? address : `http://${address}` };
}

/** The variables whose proxy can't be used: only those at `http://` and `https://` can. */
export function unusableProxies(environment: Environment): string[] {
  const named = [namedProxy("http:", environment), namedProxy("https:", environment)];
  const unusable = named.filter((proxy) => proxy !== null).filter(({ address }) => !isUsable(address));
  return [...new Set(unusable.map(({ variable }) => variable))];
}

function isUsable(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function isPlain({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "ws:";
}

function exceptionsIn(environment: Environment): string {
  return (EXCEPTIONS.map((name) => environment[name]).find((value) => value) ?? "").trim();
}

function isExcepted(url: URL, exceptions: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (isPlain(url) ? "80" : "443");
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry === "*" || (entry !== "" && isMeant(entry, host, port)));
}

/** Whether an entry of `NO_PROXY` means a host, given without brackets, at a port. */
function isMeant(entry: string, host: string, port: string): boolean {
  const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, "").replace(/^\[|\]$/g, "");
  return host === bare || host.endsWith(`.${bare}`) || isInRange(host, bare);
}

function isInRange(host: string, text: string): boolean {
  try {
    return isWithin(host, [parseRange(text)]);
  } catch {
    // a name
    return false;
  }
}
