/** The relay makes a connection worse, as networks do: it never changes the order of what passes through it. */
import { afterAll, expect, test } from "bun:test";
import { connect, createServer } from "node:net";
import { startRelay } from "../../scripts/lab/stage/relay.ts";
import { until } from "../support/until.ts";

let received = "";
const server = createServer((socket) => socket.on("data", (bytes) => (received += bytes)));
const port = await new Promise<number>((resolve) =>
  server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
);
const relay = await startRelay(() => port);
const client = connect(relay.port, "127.0.0.1");
afterAll(async () => {
  client.destroy();
  await relay.stop();
  server.close();
});

test("what is sent after a slow time does not overtake what was sent in it", async () => {
  let seen = 0;
  relay.watch(() => seen++);
  relay.slow(300);
  client.write("first ");
  await until(() => seen === 1);
  relay.heal();
  client.write("second");
  await until(() => received.length === "first second".length);
  expect(received).toBe("first second");
});
