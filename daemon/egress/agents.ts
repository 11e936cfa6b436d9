import http from "node:http";
import https from "node:https";
import { isIP, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { isForbiddenAddress } from "./addresses.ts";
import { type EnvironmentProxy, namedProxy, proxyFor } from "./environment-proxies.ts";
import { ProxyFailure } from "./proxy-failure.ts";

type Connected = (error: Error | null, socket?: Duplex) => void;

/** The agent for one trusted address: its proxy, if the environment names one, is given its name. */
export function agentFor(url: URL, options: https.AgentOptions = {}): http.Agent {
  if (url.protocol === "https:" || url.protocol === "wss:") return createSecureAgent(options);
  const proxy = proxyFor(url);
  return new http.Agent(proxy === null ? options : { ...options, proxyEnv: { http_proxy: proxy.address } });
}

/** The agent that takes a request or WebSocket to a trusted address through the environment's proxy, if it has one. */
export function throughProxy(url: URL): { agent?: https.Agent } {
  return proxyFor(url) === null ? {} : { agent: createSecureAgent() };
}

/**
 * Connections over TLS, each through the proxy that the environment names for its host. For a request with a `lookup`,
 * this judges the addresses first, and the proxy gets a judged address, not the name, which might resolve to another
 * one. An address that the lookup allows although it is private is on this network, and is reached without the proxy.
 * Certificate and `Host` stay those of the name. Without proxies, this is Node's own agent.
 */
export function createSecureAgent(options: https.AgentOptions = {}): https.Agent {
  return namedProxy("https:") === null ? new https.Agent(options) : new TunnelAgent(options);
}

class TunnelAgent extends https.Agent {
  /** Node's own agents, which know the way through one proxy each. */
  readonly #tunnels = new Map<string, https.Agent>();

  override createConnection(options: https.RequestOptions, connected: Connected): undefined {
    const { port, lookup } = options;
    const host = options.host ?? "localhost";
    const proxy = proxyFor(new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port ?? 443}`));
    const goDirectly = () => {
      const socket = super.createConnection(options, connected);
      if (socket) connected(null, socket);
    };
    const goTo = (address: string) => {
      if (proxy === null || (lookup !== undefined && isForbiddenAddress(address))) goDirectly();
      else this.#tunnel(proxy).createConnection({ ...options, host: address }, explaining(proxy, connected));
    };
    if (proxy === null || lookup === undefined || isIP(host) !== 0) goTo(host);
    else lookup(host, {}, (error, address) => (error ? connected(error) : goTo(String(address))));
  }

  #tunnel({ address }: EnvironmentProxy): https.Agent {
    const known = this.#tunnels.get(address);
    const tunnel = known ?? new https.Agent({ ...this.options, proxyEnv: { https_proxy: address } });
    this.#tunnels.set(address, tunnel);
    return tunnel;
  }
}

function explaining(proxy: EnvironmentProxy, connected: Connected): Connected {
  return (error, socket) => connected(error === null ? null : explained(proxy, error), socket);
}

/** Errors of TLS are the host's own, since the tunnel to it was open. */
function explained({ variable }: EnvironmentProxy, error: NodeJS.ErrnoException): Error {
  const { code, message, syscall } = error;
  const answer = /: (HTTP\/\S+ .*)$/.exec(message)?.[1] ?? "it ended the connection";
  if (code === "ERR_PROXY_TUNNEL")
    return new ProxyFailure(`the proxy of ${variable} did not connect: ${answer}`);
  if (syscall !== "connect" && syscall !== "getaddrinfo") return error;
  return new ProxyFailure(`the proxy of ${variable} can't be reached (${code})`);
}
