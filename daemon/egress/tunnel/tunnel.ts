import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import type { EgressGuard } from "../guard.ts";
import type { ProxyAddress } from "./address.ts";
import { connectThrough, type JudgedProxy } from "./connect.ts";
import type { Destination } from "./destination.ts";

/**
 * The way out of one number, through its proxy. No connection is ever made past it: where the proxy fails, so do they,
 * with `ProxyFailure`.
 */
export type Tunnel = {
  /** The agent for requests and WebSockets to a URL. One with a `lookup` has its host resolved here, by it; others' names go to the proxy. */
  agentFor(url: URL): http.Agent;
};

type Connected = (error: Error | null, socket?: Duplex) => void;

/** Opens nothing yet. */
export function createTunnel(address: ProxyAddress, guard: Pick<EgressGuard, "lookupFor">): Tunnel {
  const proxy = { address, guard };
  const agents = { plain: new PlainAgent(proxy), secure: new SecureAgent(proxy) };
  return {
    agentFor: ({ protocol }) => (protocol === "https:" || protocol === "wss:" ? agents.secure : agents.plain),
  };
}

class PlainAgent extends http.Agent {
  constructor(readonly proxy: JudgedProxy) {
    super();
  }

  override createConnection(options: http.ClientRequestArgs, connected: Connected): undefined {
    open(this.proxy, options, 80).then((socket) => connected(null, socket), connected);
  }
}

class SecureAgent extends https.Agent {
  constructor(readonly proxy: JudgedProxy) {
    super();
  }

  override createConnection(options: https.RequestOptions, connected: Connected): undefined {
    open(this.proxy, options, 443).then((socket) => {
      // over the connection that is open, to the name that was asked for
      const secured = super.createConnection({ ...options, socket } as https.RequestOptions, () => {});
      connected(null, secured ?? socket);
    }, connected);
  }
}

async function open(
  proxy: JudgedProxy,
  { host, port, lookup }: http.ClientRequestArgs,
  usualPort: number,
): Promise<Duplex> {
  const name = (host ?? "localhost").replace(/^\[|\]$/g, "");
  const known = lookup === undefined || isIP(name) !== 0 ? name : await looked(lookup, name);
  const destination: Destination = { host: known, port: Number(port || usualPort) };
  return await connectThrough(proxy, destination);
}

function looked(lookup: NonNullable<http.ClientRequestArgs["lookup"]>, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(name, {}, (error, address) => (error === null ? resolve(String(address)) : reject(error)));
  });
}
