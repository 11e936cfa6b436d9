/** How many streams there may be, and that each gives its slot back. */
import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

const MOST = 500;
const waypost = sharedDaemon();

/** Asks over a connection of its own; resolves with the status once there is one. */
function ask(line: string, key = waypost.key): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(waypost.url).port), "127.0.0.1");
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      resolve({ status: Number(String(chunk).split(" ")[1]), socket });
    });
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`);
  });
}

const open = (key?: string) => ask("GET /v1/events/stream", key);

const openUntil = (wanted: number): Promise<Socket> =>
  eventually(`stream that is answered ${wanted}`, async () => {
    const { status, socket } = await open();
    if (status === wanted) return socket;
    socket.destroy();
    return null;
  });

test("a key has half of its organisation's streams at most, and the slot of one that is gone is free", async () => {
  const [second, third] = [await makeKey(waypost, ["*"]), await makeKey(waypost, ["*"])];
  const ofOne = await Promise.all(Array.from({ length: MOST / 2 }, () => open()));
  expect(ofOne.every(({ status }) => status === 200)).toBe(true);
  expect((await open()).status).toBe(429);
  const ofAnother = await Promise.all(Array.from({ length: MOST / 2 }, () => open(second)));
  expect(ofAnother.every(({ status }) => status === 200)).toBe(true);
  expect((await open(third)).status).toBe(429);
  ofOne.pop()?.socket.destroy();
  (await openUntil(200)).destroy();
  for (const { socket } of [...ofOne, ...ofAnother]) socket.destroy();
});

test.each(["/v1/events/stream", "/v1/events/stream/", "/v1/logs/requests/stream/"])(
  "HEAD %s is answered, and leaves no stream behind",
  async (path) => {
    const { status, socket } = await ask(`HEAD ${path}`);
    expect(status).toBe(200);
    socket.destroy();
  },
);
