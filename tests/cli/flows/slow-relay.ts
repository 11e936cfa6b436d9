/** A relay in front of a server whose answers come late, piece by piece, or never. */
import { createServer, connect as dial, type Socket } from "node:net";
import { freePort } from "../../../scripts/lib/free-port.ts";

export type SlowRelay = {
  url: string;
  /** Resolves once a request has arrived. */
  asked: Promise<void>;
  stop(): void;
};

/** Passes answers on `milliseconds` late; null never does. */
export async function startSlowRelay(targetUrl: string, milliseconds: number | null): Promise<SlowRelay> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const asked = Promise.withResolvers<void>();
  const port = freePort();
  const server = createServer((socket) => {
    const onward = dial(Number(target.port), target.hostname);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => {});
    }
    socket.on("data", () => asked.resolve()).pipe(onward);
    onward.on("data", (piece) => {
      if (milliseconds !== null) setTimeout(() => socket.writable && socket.write(piece), milliseconds);
    });
    socket.on("close", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, target.hostname, resolve));
  return {
    url: `http://${target.hostname}:${port}`,
    asked: asked.promise,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
