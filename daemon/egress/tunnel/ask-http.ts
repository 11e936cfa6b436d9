import http from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ProxyFailure } from "../proxy-failure.ts";
import type { ProxyAddress } from "./address.ts";
import { type Destination, notConnected, refusedUser } from "./destination.ts";

/** Has an HTTP proxy connect to a destination (RFC 9110, section 9.3.6). Rejects with `ProxyFailure`. */
export function askHttp(socket: Socket, { user }: ProxyAddress, to: Destination): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const authority = `${to.host.includes(":") ? `[${to.host}]` : to.host}:${to.port}`;
  const login = user === null ? {} : { "proxy-authorization": basic(user) };
  const call = http.request({
    ...{ method: "CONNECT", path: authority, headers: { host: authority, ...login } },
    createConnection: () => socket,
  });
  const refuse = (status: number) => reject(failureOf(status, user !== null, to));
  call.once("connect", ({ statusCode = 0 }, opened: Duplex, head: Buffer) => {
    if (statusCode < 200 || statusCode > 299) return refuse(statusCode);
    if (head.length > 0) opened.unshift(head);
    resolve(opened);
  });
  call.once("response", ({ statusCode = 0 }) => refuse(statusCode));
  call.once("error", ({ code }: NodeJS.ErrnoException) => {
    const how = code?.startsWith("HPE_") ? "does not speak HTTP" : "ended the connection";
    reject(new ProxyFailure(`the channel's proxy ${how}`));
  });
  call.end();
  return promise;
}

function basic({ name, password }: NonNullable<ProxyAddress["user"]>): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

/** The status in its usual words: those of the answer are anybody's. */
function failureOf(status: number, isKnown: boolean, to: Destination): ProxyFailure {
  if (status === 407) return refusedUser(isKnown);
  return notConnected(to, `HTTP ${status} ${http.STATUS_CODES[status] ?? ""}`.trimEnd());
}
