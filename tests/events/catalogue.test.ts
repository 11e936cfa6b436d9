import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "../webhooks/receiver.ts";
import { CATALOGUE, faultsOf } from "./exact.ts";

/** A recipient that the sandbox lets write back. */
const REPLIES = "+15550000801";
const EXPECTED = ["contact.updated", "message.sent", "message.status_update", "message.new"];
let waypost: OwnDaemon;
let receiver: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  receiver = startReceiver();
  waypost = await startTestDaemon({ config: { allowPrivateHosts: ["127.0.0.0/8"] } });
});
afterAll(async () => {
  await waypost.stop();
  await receiver.stop();
});

test.each(Object.entries(CATALOGUE))("the example of %s fits its own schema", (type, { example }) => {
  expect(faultsOf(type, example)).toEqual([]);
});

test("a body that lacks a member, or has one too many, does not fit", () => {
  const { failing_since, ...lacking } = CATALOGUE["endpoint.recovered"]?.example ?? {};
  expect(faultsOf("endpoint.recovered", lacking)).not.toEqual([]);
  expect(faultsOf("endpoint.recovered", { ...lacking, failing_since, more: 1 })).not.toEqual([]);
  const update = CATALOGUE["message.status_update"]?.example ?? {};
  const error = { code: "x", title: "x", detail: "x", provider_code: null, retryable: false };
  expect(faultsOf("message.status_update", { ...update, error })).toEqual([]);
  expect(faultsOf("message.status_update", { ...update, error: { ...error, more: 1 } })).not.toEqual([]);
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
  await until(() => EXPECTED.every((type) => seen().has(type)));
  for (const delivery of receiver.received) {
    expect(() => verifyDelivery(endpoint.secret, delivery)).not.toThrow();
    expect(faultsOf(delivery.headers["webhook-event-type"] ?? "", JSON.parse(delivery.body))).toEqual([]);
  }
});
