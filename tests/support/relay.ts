/** A TCP relay in front of a server, for what happens when a connection is cut, refused or says nothing any more. */
import { once } from "node:events";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { PassThrough, type Transform } from "node:stream";
import { freePort } from "../../scripts/lib/free-port.ts";

export type Relay = {
  /** The server's URL with the relay's address. */
  url: string;
  /** The first bytes that each connection sent to the server. */
  firstBytes: Buffer[];
  /** Closes every connection that passes through, at once. */
  cut(): void;
  /** From here on, nothing passes through the present connections, and neither side notices: a machine is gone. */
  swallow(): void;
  /** Closes them and takes no more, as a server that is down. */
  refuse(): Promise<void>;
  /** Takes connections again, on the same port. */
  accept(): Promise<void>;
};

/**
 * What the server says passes through `answers`, made for each connection. It listens at `hostname`, or else at that of the
 * URL.
 */
export async function startRelay(
  targetUrl: string,
  answers: () => Transform = () => new PassThrough(),
  hostname?: string,
): Promise<Relay> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const port = freePort();
  const url = new URL(targetUrl);
  url.port = String(port);
  if (hostname !== undefined) url.hostname = hostname;
  const firstBytes: Buffer[] = [];
  let server: Server | undefined;

  function cut(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  function swallow(): void {
    for (const socket of sockets) {
      socket.unpipe();
      socket.resume();
    }
  }

  async function refuse(): Promise<void> {
    const closing = server;
    server = undefined;
    if (closing === undefined) return;
    const closed = once(closing, "close");
    closing.close();
    cut();
    await closed;
  }

  async function accept(): Promise<void> {
    server = createServer((socket) => {
      const onward = dial(Number(target.port), target.hostname);
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.on("error", () => {});
      }
      socket.once("data", (bytes: Buffer) => firstBytes.push(bytes));
      socket.pipe(onward).pipe(answers()).pipe(socket);
    });
    server.listen(port, url.hostname);
    await once(server, "listening");
  }

  await accept();
  return { url: url.href, firstBytes, cut, swallow, refuse, accept };
}
