/** How long it takes from a request to the verified webhook that tells what became of it, when nothing else goes on. */
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../lib/receiver.ts";
import type { Stage } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";

/** Milliseconds from before the request until after the webhook's signature was checked. */
export type EndToEnd = {
  messages: number;
  sent: { p50: number; p99: number };
  /** Holds the sandbox's own delay of 30 ms. */
  delivered: { p50: number; p99: number };
};

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 30_000;

/**
 * Sends messages one after another, each to somebody else, when the one before it was read. `warmUp` more go ahead
 * and are not counted: the first ones of a new daemon wait until code and statements are ready.
 */
export async function measureEndToEnd(
  { daemon }: Stage,
  messages: number,
  warmUp: number,
): Promise<EndToEnd> {
  const receiver = createReceiver();
  const endpoint = await daemon.api<{ id: string; secret: string }>("POST", ENDPOINTS, {
    url: receiver.url,
    filterTypes: ["message.status_update"],
  });
  const webhook = new Webhook(endpoint.secret);
  const sent: number[] = [];
  const delivered: number[] = [];
  try {
    for (let number = 0; number < warmUp + messages; number++) {
      const times = await follow(daemon, receiver, webhook, `1415556${String(number).padStart(4, "0")}`);
      if (number < warmUp) continue;
      sent.push(times.get("sent") ?? Number.NaN);
      delivered.push(times.get("delivered") ?? Number.NaN);
    }
  } finally {
    await daemon.api("DELETE", `${ENDPOINTS}/${endpoint.id}`);
    receiver.stop();
  }
  return { messages, sent: spread(sent), delivered: spread(delivered) };
}

/** Sends one message; returns when each of its statuses was reported, until it was read. */
async function follow(
  { api, channelId }: Stage["daemon"],
  receiver: ReturnType<typeof createReceiver>,
  webhook: Webhook,
  to: string,
): Promise<Map<string, number>> {
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
  return times;
}

function spread(times: number[]): { p50: number; p99: number } {
  return { p50: rounded(quantile(times, 0.5)), p99: rounded(quantile(times, 0.99)) };
}
