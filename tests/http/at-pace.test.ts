import { expect, test } from "bun:test";
import { connect } from "node:net";
import { readAtPace } from "../../daemon/http/body/at-pace.ts";
import { until } from "../support/until.ts";

const MEBIBYTE = 1024 * 1024;

/** Serves 64 MiB to one who reads so; returns how often the end was noted, and whether the connection was cut. */
async function served(read: (socket: ReturnType<typeof connect>) => void, stalledMs?: number) {
  const said = { ended: 0, closed: false };
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      const body = new Blob([new Uint8Array(64 * MEBIBYTE)]).stream();
      return new Response(readAtPace(body, () => said.ended++, stalledMs));
    },
  });
  const socket = connect(server.port ?? 0, "127.0.0.1");
  socket.on("error", () => {});
  socket.on("close", () => {
    said.closed = true;
  });
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
  read(socket);
  await until(() => said.ended > 0);
  return { said, socket, stop: () => server.stop(true) };
}

test("who takes nothing of an answer is cut off, and its end is noted once", async () => {
  const { said, socket, stop } = await served((socket) => socket.pause(), 50);
  socket.resume();
  await until(() => said.closed);
  await stop();
  expect(said.ended).toBe(1);
});

test("an answer that is taken whole is noted once", async () => {
  let bytes = 0;
  const { said, stop } = await served((socket) =>
    socket.on("data", (part) => {
      bytes += part.length;
    }),
  );
  await until(() => said.closed);
  await stop();
  expect(said.ended).toBe(1);
  expect(bytes).toBeGreaterThan(64 * MEBIBYTE);
});

test("a reader that leaves is noted", async () => {
  const { said, stop } = await served((socket) => socket.once("data", () => socket.destroy()));
  await stop();
  expect(said.ended).toBe(1);
});
