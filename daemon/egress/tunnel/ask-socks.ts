import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { ProxyFailure } from "../proxy-failure.ts";
import type { ProxyAddress } from "./address.ts";
import { type Destination, notConnected, refusedUser } from "./destination.ts";

/**
 * Has a SOCKS5 proxy connect to a destination (RFC 1928, RFC 1929). Rejects with `ProxyFailure`: the library's own errors
 * hold the password, and are dropped.
 */
export async function askSocks(
  socket: Socket,
  { host, port, user }: ProxyAddress,
  to: Destination,
): Promise<Socket> {
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
    throw failureOf(cause instanceof Error ? cause.message : "", user !== null, to);
  }
}

function failureOf(words: string, isKnown: boolean, to: Destination): ProxyFailure {
  const refused = / rejected connection - (\w+)/.exec(words)?.[1];
  if (refused !== undefined) return notConnected(to, spelled(refused));
  if (words.includes("Authentication failed")) return refusedUser(true);
  if (!words.includes("no accepted authentication")) {
    const ended = words === "Socket closed" ? "ended the connection" : "does not speak SOCKS5";
    return new ProxyFailure(`the channel's proxy ${ended}`);
  }
  if (!isKnown) return refusedUser(false);
  return new ProxyFailure("the channel's proxy takes no user name and password");
}

/** `NotAllowed` as `not allowed`. */
function spelled(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
