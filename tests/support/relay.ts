/** A TCP relay in front of a server, for what happens when a connection is cut or refused. */
import { once } from "node:events";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { freePort } from "../../scripts/lib/free-port.ts";

export type Relay = {
  /** The server's URL with the relay's address. */
  url: string;
  /** Closes every connection that passes through, at once. */
  cut(): void;
  /** Closes them and takes no more, as a server that is down. */
  refuse(): Promise<void>;
  /** Takes connections again, on the same port. */
  accept(): Promise<void>;
};

export async function startRelay(targetUrl: string): Promise<Relay> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const port = freePort();
  const url = new URL(targetUrl);
  url.port = String(port);
  let server: Server | undefined;

  function cut(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
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
      socket.pipe(onward).pipe(socket);
    });
    server.listen(port, url.hostname);
    await once(server, "listening");
  }

  await accept();
  return { url: url.href, cut, refuse, accept };
}
