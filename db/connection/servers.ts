/**
 * The servers of a database as this process knows them: which one takes writes, and the sockets to it. All drivers
 * connect through here, so that all follow together when another server is promoted.
 */
import { connect, type Socket } from "node:net";
import { type Address, addressesOf, describeAddress } from "./addresses.ts";
import { findPrimary } from "./find-primary.ts";

export type Servers = {
  /** The server that takes writes, looked for where the URL names several. */
  primary(): Promise<Address>;
  /** A connected socket to it. Throws when there is none in time. */
  dial(timeoutMs: number): Promise<Socket>;
  /** Notes a socket to one of them, so that it can be left. */
  track(socket: Socket): void;
  /** Looks for the primary again at the next connection: one to it was lost, or could not be made. */
  forget(): void;
  /** Ends every socket that was made before this moment (`performance.now()`): its queries fail. */
  leave(before: number): Promise<void>;
  /** Whether another server takes writes now than the one that was found last. */
  hasMoved(): Promise<boolean>;
};

const HEARD_MS = 10;

const known = new Map<string, Servers>();

/** The servers of a URL, one record for all its connections. */
export function serversOf(url: string): Servers {
  const servers = known.get(url) ?? createServers(url);
  known.set(url, servers);
  return servers;
}

function createServers(url: string): Servers {
  const addresses = addressesOf(url);
  const sockets = new Map<Socket, number>();
  const only = addresses.length === 1 ? (addresses[0] ?? null) : null;
  let found: Address | null = only;
  let looking: Promise<Address> | null = null;

  function look(): Promise<Address> {
    looking ??= findPrimary(url, addresses).finally(() => {
      looking = null;
    });
    return looking;
  }

  async function primary(): Promise<Address> {
    found ??= await look();
    return found;
  }

  function forget(): void {
    found = only;
  }

  function track(socket: Socket): void {
    // a driver that encrypts a socket takes it over, with what listens to it
    for (const one of sockets.keys()) if (one.destroyed) sockets.delete(one);
    sockets.set(socket, performance.now());
    socket.once("close", () => {
      sockets.delete(socket);
      forget();
    });
  }

  return {
    ...{ primary, track, forget },
    async dial(timeoutMs) {
      const socket = open(await primary());
      track(socket);
      await connected(socket, timeoutMs);
      return socket;
    },
    async leave(before) {
      for (const [socket, madeAt] of sockets) if (madeAt < before) socket.destroy(left());
      // until their drivers have heard of it, they would be used for more
      await Bun.sleep(HEARD_MS);
    },
    async hasMoved() {
      const before = found;
      if (only !== null || before === null) return false;
      const now = await look().catch(() => before);
      if (describeAddress(now) === describeAddress(before)) return false;
      found = now;
      return true;
    },
  };
}

function open({ host, port }: Address): Socket {
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // the name that the driver compares a certificate with
  return Object.assign(socket, { host });
}

/** A socket that can't be connected is closed, which has the primary looked for again. */
function connected(socket: Socket, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () =>
    socket.destroy(Object.assign(new Error("connecting took too long"), { code: "CONNECT_TIMEOUT" }));
  const timer = setTimeout(late, timeoutMs);
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    resolve();
  });
  return promise.finally(() => clearTimeout(timer));
}

function left(): Error {
  return Object.assign(new Error("another server is the primary now"), { code: "ECONNRESET" });
}
