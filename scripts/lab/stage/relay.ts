/** A TCP relay between two parts, for what happens when a connection is cut, slowed, or says nothing any more. */
import { once } from "node:events";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { freePort } from "../../lib/free-port.ts";

export type Relay = {
  port: number;
  /** Closes every connection that passes through, at once. */
  cut(): void;
  /** From here on nothing passes, and neither side notices, until `heal`: then these connections are closed. */
  silence(): void;
  /** Every piece arrives later by so much, until `heal`. */
  slow(delayMs: number): void;
  heal(): void;
  /** Calls `seen` whenever the side that connected says something, before that is passed on. */
  watch(seen: () => void): void;
  /** How many connections pass through. */
  count(): number;
  stop(): Promise<void>;
};

/** Relays to the port that `target` names when a connection comes; null refuses it. */
export async function startRelay(target: () => number | null): Promise<Relay> {
  const sockets = new Set<Socket>();
  const watchers: (() => void)[] = [];
  let isSilent = false;
  let delayMs = 0;

  function join(socket: Socket): void {
    const port = target();
    if (port === null) return void socket.destroy();
    const onward = dial(port, "127.0.0.1");
    pass(socket, onward, notifyWatchers);
    pass(onward, socket, () => {});
  }

  function notifyWatchers(): void {
    for (const seen of watchers) seen();
  }

  function pass(from: Socket, to: Socket, seen: () => void): void {
    /** The pieces that are on their way: none overtakes another, as in every connection. */
    let late: Promise<void> | null = null;
    const write = (bytes: Buffer) => {
      if (!to.destroyed && !to.write(bytes)) from.pause();
    };
    const writeLater = async (bytes: Buffer) => {
      await Promise.all([late, Bun.sleep(delayMs)]);
      write(bytes);
    };
    sockets.add(from);
    from.setNoDelay(true);
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      // a connection cut off during a silence closes when that ends
      if (!isSilent) to.destroy();
    });
    from.on("data", (bytes: Buffer) => {
      seen();
      if (isSilent) return;
      if (delayMs === 0 && late === null) return write(bytes);
      const own = writeLater(bytes).then(() => {
        if (late === own) late = null;
      });
      late = own;
    });
    to.on("drain", () => from.resume());
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  const port = freePort();
  const server = await listen(port, join);
  return {
    port,
    cut,
    silence() {
      isSilent = true;
    },
    slow(delay) {
      delayMs = delay;
    },
    heal() {
      delayMs = 0;
      if (!isSilent) return;
      isSilent = false;
      cut();
    },
    watch: (seen) => void watchers.push(seen),
    count: () => sockets.size / 2,
    async stop() {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}

async function listen(port: number, join: (socket: Socket) => void): Promise<Server> {
  const server = createServer(join);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
