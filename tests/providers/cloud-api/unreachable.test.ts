import { afterAll, expect, test } from "bun:test";
import net from "node:net";
import { createCloudApiProvider } from "../../../daemon/providers/cloud-api/provider.ts";

/* Which calls may have been taken, of those that nothing answered. */
const taken: net.Socket[] = [];
const mute = net.createServer((socket) => void taken.push(socket));
await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
const { port } = mute.address() as net.AddressInfo;
const gateway = Bun.serve({
  port: 0,
  fetch: (request) => new Response("no", { status: Number(/v(\d+)/.exec(request.url)?.[1]) }),
});
afterAll(async () => {
  for (const socket of taken) socket.destroy();
  mute.close();
  await gateway.stop(true);
});

const channel = { organizationId: "org", id: "ch", phoneNumberId: "1", accessToken: "token" };
const message = { id: "id", to: "14155550100", body: {}, addressed: true };
const never = new AbortController().signal;

test.each([
  ["a plain connection that is made and then silent", `http://127.0.0.1:${port}`, "unknown"],
  ["a connection whose TLS never begins", `https://127.0.0.1:${port}`, "retry"],
  ["a gateway's 503", `http://127.0.0.1:${gateway.port}/v503`, "retry"],
  ["a gateway's 502", `http://127.0.0.1:${gateway.port}/v502`, "unknown"],
  ["a gateway's 404", `http://127.0.0.1:${gateway.port}/v404`, "retry"],
])("%s", async (_, url, kind) => {
  const outcome = await createCloudApiProvider(url, null, 300).send(channel, message, never);
  expect(outcome.kind as string).toBe(kind);
  if (outcome.kind === "retry") expect(outcome.scope).toBe("channel");
});
