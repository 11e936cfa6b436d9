import ipaddr from "ipaddr.js";

/** Who sent a request, as far as the connection shows: for logins, limits and the audit log. */
export type Sender = {
  /** The address of the client; null when it is gone already. */
  address: string | null;
  /** Whether it came over TLS, as far as the proxy in front says. */
  isSecure: boolean;
  /** The tool of an agent that makes the request. */
  tool?: string | undefined;
};

type Server = { requestIP(request: Request): { address: string } | null } | null;

export type SenderReader = (request: Request, server: Server) => Sender;

/** The senders of the requests that the daemon makes of its own API. */
const madeInside = new WeakMap<Request, Sender>();

/** Notes the sender of a request that the daemon makes of its own API, over no connection. */
export function sentFor(request: Request, sender: Sender): void {
  madeInside.set(request, sender);
}

/**
 * Reads the sender of requests. `X-Forwarded-*` is believed only of a proxy that
 * the configuration speaks of; `isTls` says that the daemon itself speaks TLS.
 */
export function createSenderReader(behindProxy: boolean, isTls = false): SenderReader {
  return (request, server) => {
    const made = madeInside.get(request);
    if (made !== undefined) return made;
    const direct = server?.requestIP(request)?.address ?? null;
    if (!behindProxy) return { address: direct, isSecure: isTls };
    // the last entry is the one that the proxy itself wrote
    const forwarded = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
    return {
      address: forwarded === undefined || forwarded === "" ? direct : withoutPort(forwarded),
      isSecure: request.headers.get("x-forwarded-proto") === "https",
    };
  };
}

/** The network of one client: an IPv4 address, or a /64 of IPv6. Text that is no address stays as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** Some proxies write the client's port, too, another for every connection: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** The address at which others reach this daemon, without a slash at its end: what it is set to, or what it was asked by. */
export function baseOf(
  { senderOf, publicUrl }: { senderOf: SenderReader; publicUrl: string | undefined },
  request: Request,
  server: Parameters<SenderReader>[1],
): string {
  const { isSecure } = senderOf(request, server);
  const own = `${isSecure ? "https" : "http"}://${new URL(request.url).host}`;
  return (publicUrl ?? own).replace(/\/$/, "");
}
