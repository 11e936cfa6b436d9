/** How many streams there may be, and that each gives its slot back. */
import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const MOST = 500;
const waypost = sharedDaemon();

/** Asks over a connection of its own; resolves with the status once there is one. */
function ask(line: string): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(waypost.url).port), "127.0.0.1");
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      resolve({ status: Number(String(chunk).split(" ")[1]), socket });
    });
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${waypost.key}\r\n\r\n`);
  });
}

const open = () => ask("GET /v1/events/stream");

const openUntil = (wanted: number): Promise<Socket> =>
  eventually(`stream that is answered ${wanted}`, async () => {
    const { status, socket } = await open();
    if (status === wanted) return socket;
    socket.destroy();
    return null;
  });

test(`an organisation has at most ${MOST} streams at a time, and the slot of one that is gone is free`, async () => {
  const opened = await Promise.all(Array.from({ length: MOST }, open));
  expect(opened.every(({ status }) => status === 200)).toBe(true);
  expect((await open()).status).toBe(429);
  opened.pop()?.socket.destroy();
  (await openUntil(200)).destroy();
  for (const { socket } of opened) socket.destroy();
});

test.each(["/v1/events/stream", "/v1/events/stream/", "/v1/logs/requests/stream/"])(
  "HEAD %s is answered, and leaves no stream behind",
  async (path) => {
    const { status, socket } = await ask(`HEAD ${path}`);
    expect(status).toBe(200);
    socket.destroy();
  },
);
