import { afterAll, beforeAll, expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { EVENTS } from "../../daemon/events/catalogue.ts";
import type { EventKind } from "../../daemon/events/catalogue-kind.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { startReceiver, verifyDelivery } from "../webhooks/receiver.ts";

/** A recipient that the sandbox lets write back. */
const REPLIES = "+15550000801";
const TOLD = ["contact.updated", "message.sent", "message.status_update", "message.new"];
const CATALOGUE: Record<string, EventKind> = EVENTS;
let waypost: TestDaemon;
let receiver: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  receiver = startReceiver();
  waypost = await startTestDaemon({ config: { allowPrivateHosts: ["127.0.0.0/8"] } });
});
afterAll(async () => {
  await waypost.stop();
  await receiver.stop();
});

function faults(type: string, body: unknown): string[] {
  const kind = CATALOGUE[type];
  if (kind === undefined) return [`no such event: ${type}`];
  return [...TypeCompiler.Compile(kind.body).Errors(body)].map(
    ({ path, message }) => `${type}${path}: ${message}`,
  );
}

test.each(Object.entries(CATALOGUE))("the example of %s fits its own schema", (type, { example }) => {
  expect(faults(type, example)).toEqual([]);
});

test("what the daemon sends while a message goes out and a reply comes in fits the catalogue and verifies", async () => {
  const { body: endpoint } = await waypost.call("POST", "/v1/settings/developer/webhooks/endpoints", {
    url: receiver.url,
  });
  const sent = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: REPLIES,
    type: "text",
    content: { body: "Your table is booked" },
  });
  expect(sent.status).toBe(201);
  const seen = () => new Set(receiver.received.map(({ headers }) => headers["webhook-event-type"]));
  while (!TOLD.every((type) => seen().has(type))) await Bun.sleep(10);
  for (const delivery of receiver.received) {
    expect(() => verifyDelivery(endpoint.secret, delivery)).not.toThrow();
    expect(faults(delivery.headers["webhook-event-type"] ?? "", JSON.parse(delivery.body))).toEqual([]);
  }
});
