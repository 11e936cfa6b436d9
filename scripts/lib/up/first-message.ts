import { Webhook } from "standardwebhooks";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import type { Running } from "../../../daemon/start/serve.ts";
import { findOwnChannelByPhoneNumberId } from "../../../db/channels/channels.ts";
import { connect, type Sql } from "../../../db/connection/client.ts";
import { createReceiver } from "../receiver.ts";
import { type Call, withOwnEndpoint, withOwnKey } from "./own-access.ts";
import { say } from "./say.ts";

const RECIPIENT = "14155550100";
const LONGEST_WAIT_MS = 30_000;

type Receiver = ReturnType<typeof createReceiver>;
type Channel = { id: string; status: string; status_reason: string | null; settings: { paused?: boolean } };
type Message = { id: string; status: string; to: string; error: { title: string } | null };

/**
 * Sends one message through the sandbox's own channel, whatever other channels there are, and shows its webhooks:
 * true when it was delivered, read and reported. When it can't, it says why, and nothing else suffers. Ends early
 * when `stopped` resolves.
 */
export async function showFirstMessage(
  { database, daemon }: Running,
  organizationId: string,
  stopped: Promise<unknown>,
): Promise<boolean> {
  const sql = connect(database.databaseUrl, { max: 1 });
  const receiver = createReceiver();
  try {
    const channelId = await findOwnChannel(sql, organizationId);
    return await withOwnKey({ sql, database, url: daemon.url }, organizationId, async (call) => {
      await checkChannel(call, channelId);
      return await withOwnEndpoint(call, receiver.url, (secret) =>
        sendAndFollow(call, channelId, receiver, new Webhook(secret), stopped),
      );
    });
  } catch (cause) {
    say(`\n  There is no first message to show: ${cause instanceof Error ? cause.message : cause}`);
    return false;
  } finally {
    await sql.end();
    receiver.stop();
  }
}

async function findOwnChannel(sql: Sql, organizationId: string): Promise<string> {
  const channel = await findOwnChannelByPhoneNumberId(sql, organizationId, SANDBOX_DEFAULTS.phoneNumber.id);
  if (channel === null) throw new Error("the sandbox's number belongs to a channel of another organisation.");
  return channel.id;
}

async function checkChannel(call: Call, id: string): Promise<void> {
  const { settings } = await call<Channel>("GET", `/v1/channels/${id}`);
  if (settings.paused)
    throw new Error(`the sandbox's channel is paused. Resume it: ./scripts/waypost channels resume ${id}`);
}

async function sendAndFollow(
  call: Call,
  channelId: string,
  receiver: Receiver,
  webhook: Webhook,
  stopped: Promise<unknown>,
): Promise<boolean> {
  const startedAt = performance.now();
  const { id, status, to } = await call<Message>("POST", "/v1/messages", {
    ...{ channel_id: channelId, to: RECIPIENT, type: "text", content: { body: "Hello from Waypost" } },
  });
  say(`\n  ${status.padEnd(10)} ${id} to ${to}`);
  const followed = await followWebhooks(receiver, webhook, id, startedAt, stopped);
  if (followed === "verified") return true;
  if (followed === "late") say(`  ${await describeLateness(call, channelId, id)}`);
  return false;
}

/** Shows each verified webhook of the message until it is delivered and read; they may come in any order. */
async function followWebhooks(
  receiver: Receiver,
  webhook: Webhook,
  messageId: string,
  startedAt: number,
  stopped: Promise<unknown>,
): Promise<"verified" | "late" | "stopped"> {
  const seen = new Set<string>();
  while (!seen.has("delivered") || !seen.has("read")) {
    const late = Bun.sleep(LONGEST_WAIT_MS).then(() => "late" as const);
    const received = await Promise.race([receiver.next(), late, stopped.then(() => "stopped" as const)]);
    if (received === "late" || received === "stopped") return received;
    const event = webhook.verify(received.body, received.headers) as { message_id: string; status: string };
    if (event.message_id !== messageId || seen.has(event.status)) continue;
    seen.add(event.status);
    const milliseconds = (performance.now() - startedAt).toFixed(0);
    say(
      `  ${event.status.padEnd(10)} webhook ${received.headers["webhook-id"]}, signature verified, ${milliseconds} ms`,
    );
    if (event.status === "failed") return "late";
  }
  return "verified";
}

async function describeLateness(call: Call, channelId: string, messageId: string): Promise<string> {
  const { status, error } = await call<Message>("GET", `/v1/messages/${messageId}`);
  if (error !== null) return `It ${status}: ${error.title}.`;
  const channel = await call<Channel>("GET", `/v1/channels/${channelId}`);
  const reason = channel.status_reason === null ? "" : ` (${channel.status_reason})`;
  return `It is ${status} after ${LONGEST_WAIT_MS / 1000} s; the channel ${channelId} is ${channel.status}${reason}.`;
}
