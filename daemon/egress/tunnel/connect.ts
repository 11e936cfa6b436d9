import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { EgressGuard } from "../guard.ts";
import { ProxyFailure } from "../proxy-failure.ts";
import { EgressRefused } from "../refused.ts";
import { judgedUrl, type ProxyAddress } from "./address.ts";
import { askHttp } from "./ask-http.ts";
import { askSocks } from "./ask-socks.ts";
import type { Destination } from "./destination.ts";

/** A proxy, and the guard that judges its own addresses. */
export type JudgedProxy = { address: ProxyAddress; guard: Pick<EgressGuard, "lookupFor"> };

/** How long a proxy may take until the connection to a destination is open. */
const OPEN_MS = 20_000;

/**
 * Opens a connection through a proxy, if the guard lets anybody reach the proxy. Rejects with `ProxyFailure`.
 */
export async function connectThrough(
  proxy: JudgedProxy,
  destination: Destination,
  withinMs: number = OPEN_MS,
): Promise<Duplex> {
  const socket = await reach(proxy, withinMs);
  const late = new ProxyFailure(`the channel's proxy did not answer within ${withinMs / 1000} s`);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late), withinMs);
  const ask = proxy.address.scheme === "http" ? askHttp : askSocks;
  try {
    return await Promise.race([ask(socket, proxy.address, destination), tooLate]);
  } catch (cause) {
    socket.destroy();
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a connection to the proxy itself. */
async function reach({ address, guard }: JudgedProxy, withinMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = dial(address, guard);
  const fail = (why: string) => reject(new ProxyFailure(`the channel's proxy can't be reached (${why})`));
  const timer = setTimeout(() => {
    fail("it does not answer");
    socket.destroy();
  }, withinMs);
  // for good: later errors belong to the code that uses the connection
  socket.on("error", (cause: NodeJS.ErrnoException) =>
    cause instanceof EgressRefused ? reject(notAllowed(cause)) : fail(cause.code ?? "unknown reason"),
  );
  socket.once("connect", () => resolve(socket));
  return await promise.finally(() => clearTimeout(timer));
}

function dial(address: ProxyAddress, guard: JudgedProxy["guard"]): Socket {
  try {
    const lookup = guard.lookupFor(judgedUrl(address));
    return connect({ host: address.host.replace(/^\[|\]$/g, ""), port: address.port, lookup });
  } catch (cause) {
    throw cause instanceof EgressRefused ? notAllowed(cause) : cause;
  }
}

function notAllowed({ message }: EgressRefused): ProxyFailure {
  return new ProxyFailure(`the channel's proxy may not be reached: ${message}`);
}
