import { afterAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../../scripts/lib/receiver.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const receiver = createReceiver();
afterAll(() => receiver.stop());

const text = (to: string, body = "Hello") => ({
  channel_id: waypost.channelId,
  to,
  type: "text",
  content: { body },
});

test("a text is accepted, sent, delivered and read", async () => {
  const accepted = await waypost.call("POST", "/v1/messages", text("14155550100"));
  expect(accepted.status).toBe(201);
  expect(accepted.body).toMatchObject({ status: "queued", channel_id: waypost.channelId, to: "14155550100" });
  const message = await waypost.until(accepted.body.id, "read");
  expect(message.provider_message_id).toStartWith("wamid.");
  expect(message.status_history.map((entry: { status: string }) => entry.status)).toEqual([
    "queued",
    "sent",
    "delivered",
    "read",
  ]);
});

test("each status is reported to the endpoint by a webhook that verifies", async () => {
  const endpoint = await waypost.call("POST", "/v1/settings/developer/webhooks/endpoints", {
    url: receiver.url,
    filterTypes: ["message.status_update", "message.sent"],
  });
  expect(endpoint.status).toBe(201);
  const webhook = new Webhook(endpoint.body.secret);
  const accepted = await waypost.call("POST", "/v1/messages", {
    ...text("14155550101"),
    metadata: { order: "A-1" },
  });
  const events: string[] = [];
  while (events.length < 5) {
    const { headers, body } = await receiver.next();
    const event = webhook.verify(body, headers) as Record<string, unknown>;
    expect(event).toMatchObject({
      message_id: accepted.body.id,
      organization_id: waypost.organizationId,
      metadata: { order: "A-1" },
    });
    events.push(`${headers["webhook-event-type"]} ${event.status ?? ""}`.trim());
  }
  expect(events.sort()).toEqual([
    "message.sent",
    "message.status_update delivered",
    "message.status_update queued",
    "message.status_update read",
    "message.status_update sent",
  ]);
});

test("an undeliverable message fails with the provider's reason", async () => {
  const accepted = await waypost.call("POST", "/v1/messages", text("15550000100"));
  const message = await waypost.until(accepted.body.id, "failed");
  expect(message.error).toMatchObject({
    code: "recipient_unreachable",
    provider_code: "131026",
    retryable: false,
  });
});

test("a reply becomes an inbound message in the same conversation", async () => {
  const accepted = await waypost.call("POST", "/v1/messages", text("15550000800"));
  const { conversation_id } = await waypost.until(accepted.body.id, "delivered", "read");
  const giveUpAt = Date.now() + 60_000;
  let inbound: { type: string; direction: string; from_phone: string } | undefined;
  while (inbound === undefined && Date.now() < giveUpAt) {
    const list = await waypost.call(
      "GET",
      `/v1/messages?conversation_id=${conversation_id}&direction=inbound`,
    );
    inbound = list.body.data[0];
  }
  expect(inbound).toMatchObject({
    type: "text",
    direction: "inbound",
    from_phone: "15550000800",
    status: "delivered",
  });
});
