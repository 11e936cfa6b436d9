/** How long it takes from a request to the verified webhook that reports its status, when nothing else goes on. */
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../lib/receiver.ts";
import { type Figure, spread } from "./report.ts";
import type { Stage } from "./stage.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 30_000;

/**
 * Sends messages one after another, each to somebody else, when the one before it was read. The first `warmUp` are not
 * counted: those of a new daemon wait until code and statements are ready.
 */
export async function measureEndToEnd(
  { daemon }: Stage,
  messages: number,
  warmUp: number,
): Promise<Figure[]> {
  const receiver = createReceiver();
  const wish = { url: receiver.url, filterTypes: ["message.status_update"] };
  const endpoint = await daemon.api<{ id: string; secret: string }>("POST", ENDPOINTS, wish);
  const webhook = new Webhook(endpoint.secret);
  const sent: number[] = [];
  try {
    for (let number = 0; number < warmUp + messages; number++) {
      const took = await follow(daemon, receiver, webhook, `1415556${String(number).padStart(4, "0")}`);
      if (number >= warmUp) sent.push(took);
    }
  } finally {
    await daemon.api("DELETE", `${ENDPOINTS}/${endpoint.id}`);
    receiver.stop();
  }
  return spread("request to webhook that says sent", sent, { p50: { atMost: 10 }, p99: { atMost: 20 } });
}

/** Sends one message and waits until it was read; returns after how many milliseconds it was reported as sent. */
async function follow(
  { api, channelId }: Stage["daemon"],
  receiver: ReturnType<typeof createReceiver>,
  webhook: Webhook,
  to: string,
): Promise<number> {
  const startedAt = performance.now();
  const content = { body: "Your table for two is booked for 19:30." };
  const message = await api<{ id: string }>("POST", "/v1/messages", {
    ...{ channel_id: channelId, to, type: "text", content },
  });
  const times = new Map<string, number>();
  while (!["queued", "sent", "delivered", "read"].every((status) => times.has(status))) {
    const received = await Promise.race([receiver.next(), Bun.sleep(LONGEST_WAIT_MS)]);
    if (!received) throw new Error(`no webhook for ${LONGEST_WAIT_MS / 1000} s`);
    const event = webhook.verify(received.body, received.headers) as { message_id: string; status: string };
    if (event.message_id === message.id) times.set(event.status, performance.now() - startedAt);
  }
  return times.get("sent") ?? Number.NaN;
}
