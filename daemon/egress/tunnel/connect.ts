import http from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { SocksClient } from "socks";
import type { EgressGuard } from "../guard.ts";
import { ProxyFailure } from "../proxy-failure.ts";
import { EgressRefused } from "../refused.ts";
import { judgedUrl, type ProxyAddress } from "./address.ts";

/** Where a connection leads: a name goes to the proxy as it is. */
export type Destination = { host: string; port: number };

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
  // for good: later errors are those of whoever uses the connection
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

/** RFC 1928, RFC 1929. The library's errors hold the password, and are dropped. */
async function askSocks(
  socket: Socket,
  { host, port, user }: ProxyAddress,
  to: Destination,
): Promise<Duplex> {
  const login = user === null ? {} : { userId: user.name, password: user.password };
  try {
    await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...login },
      command: "connect",
      destination: to,
      existing_socket: socket,
    });
    return socket;
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : "";
    throw new ProxyFailure(socksWords(words, user !== null, to));
  }
}

function socksWords(words: string, isKnown: boolean, to: Destination): string {
  const refused = / rejected connection - (\w+)/.exec(words)?.[1];
  if (refused !== undefined) return notConnected(to, spelled(refused));
  if (words.includes("Authentication failed")) return WRONG_PASSWORD;
  if (words.includes("no accepted authentication")) return isKnown ? NO_PASSWORDS : WANTS_PASSWORD;
  if (words === "Socket closed") return "the channel's proxy ended the connection";
  return "the channel's proxy does not speak SOCKS5";
}

const WANTS_PASSWORD = "the channel's proxy wants a user name and password";
const WRONG_PASSWORD = "the channel's proxy refused the user name or password";
const NO_PASSWORDS = "the channel's proxy takes no user name and password";

/** `NotAllowed` as `not allowed`. */
function spelled(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function notConnected({ host, port }: Destination, why: string): string {
  return `the channel's proxy did not connect to ${host}:${port}: ${why}`;
}

/** RFC 9110, section 9.3.6. */
function askHttp(socket: Socket, { user }: ProxyAddress, to: Destination): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const authority = `${to.host.includes(":") ? `[${to.host}]` : to.host}:${to.port}`;
  const login = user === null ? {} : { "proxy-authorization": basic(user) };
  const call = http.request({
    ...{ method: "CONNECT", path: authority, headers: { host: authority, ...login } },
    createConnection: () => socket,
  });
  const fail = (why: string) => reject(new ProxyFailure(why));
  call.once("connect", ({ statusCode = 0, statusMessage }, opened: Duplex, head: Buffer) => {
    if (statusCode < 200 || statusCode > 299)
      return fail(httpWords(statusCode, statusMessage, user !== null, to));
    if (head.length > 0) opened.unshift(head);
    resolve(opened);
  });
  call.once("response", ({ statusCode = 0, statusMessage }) =>
    fail(httpWords(statusCode, statusMessage, user !== null, to)),
  );
  call.once("error", ({ code }: NodeJS.ErrnoException) =>
    fail(
      code?.startsWith("HPE_")
        ? "the channel's proxy does not speak HTTP"
        : "the channel's proxy ended the connection",
    ),
  );
  call.end();
  return promise;
}

function basic({ name, password }: NonNullable<ProxyAddress["user"]>): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

function httpWords(status: number, message: string | undefined, isKnown: boolean, to: Destination): string {
  if (status === 407) return isKnown ? WRONG_PASSWORD : WANTS_PASSWORD;
  return notConnected(to, `HTTP ${status} ${http.STATUS_CODES[status] ?? message ?? ""}`.trimEnd());
}
