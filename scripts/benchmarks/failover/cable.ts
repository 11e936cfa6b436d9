/** A network cable on loopback: what passes through it can be held up without a word to either side. */
import { createServer, connect as dial, type Socket } from "node:net";

export type Cable = {
  port: number;
  /** From here on nothing passes; new connections are taken and led nowhere. */
  cut(): void;
  /** New connections pass again. Those of before are ended, as a network that lost track of them would do. */
  mend(): void;
  close(): void;
};

/** Leads from `port` to `target`, both on loopback. */
export async function layCable(port: number, target: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.pause();
    const far = dial(target, "127.0.0.1");
    keep(far);
    near.on("close", () => isCut || far.destroy());
    far.on("close", () => isCut || near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));

  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
      endAll();
    },
    close() {
      server.close();
      endAll();
    },
  };
}
