/**
 * Starts everything on this machine (database, sandbox, daemon), sends a first
 * message and shows it delivered, with its signed webhook verified. Then stays
 * up until Ctrl-C; with --once it stops, exit 0 when all of it came true.
 */
import { Webhook } from "standardwebhooks";
import { hashKey, newKey } from "../daemon/auth/key.ts";
import { newId } from "../daemon/lib/ids.ts";
import { type Environment, type Running, start, stopSignal } from "../daemon/start/serve.ts";
import { deleteKey, insertKey } from "../db/auth/api-keys.ts";
import { connect } from "../db/connection/client.ts";
import { firstOrganization } from "../db/organizations/organizations.ts";
import { createReceiver } from "./lib/receiver.ts";

const RECIPIENT = "14155550100";
const LONGEST_WAIT_MS = 30_000;

const once = process.argv.includes("--once");
const stopped = once ? null : stopSignal();
const running = await start(await withFreePort({ WAYPOST_LOG_LEVEL: "warn", ...process.env }), true);
say(`Waypost is up at ${running.daemon.url}; its API is described at ${running.daemon.url}/docs`);
const shown = await showFirstMessage(running);
if (stopped !== null) {
  say(
    "\nTry it from another terminal:\n\n  ./scripts/waypost send --to 14155550123 --text 'Hello' --wait delivered\n\nCtrl-C stops it.",
  );
  await stopped;
}
await running.stop();
process.exit(shown ? 0 : 1);

/** Sends one message and follows it; true when it was delivered and its webhook verified. */
async function showFirstMessage({ database, daemon }: Running): Promise<boolean> {
  const receiver = createReceiver();
  const sql = connect(database.databaseUrl, { max: 1 });
  const key = newKey();
  const keyId = newId("key");
  const organization = await firstOrganization(sql);
  if (organization === null) throw new Error("there is no organisation");
  const organizationId = organization.organization_id;
  await insertKey(sql, {
    organization_id: organizationId,
    id: keyId,
    name: "scripts/up, for its first message",
    permissions: ["*"],
    channel_ids: null,
    created_by: null,
    prefix: key.slice(0, 7),
    last4: key.slice(-4),
    expires_at: new Date(Date.now() + 3600_000),
    hash: hashKey(key, database.secrets.derive("api keys")),
  });
  const call = caller(daemon.url, key);
  try {
    const channels = await call<{ data: { id: string }[] }>("GET", "/v1/channels");
    const endpoint = await call<{ id: string; secret: string }>(
      "POST",
      "/v1/settings/developer/webhooks/endpoints",
      {
        url: receiver.url,
        description: "scripts/up",
        filterTypes: ["message.status_update"],
      },
    );
    const startedAt = performance.now();
    const message = await call<{ id: string; status: string; to: string }>("POST", "/v1/messages", {
      channel_id: channels.data[0]?.id,
      to: RECIPIENT,
      type: "text",
      content: { body: "Hello from Waypost" },
    });
    say(`\n  ${message.status.padEnd(10)} ${message.id} to ${message.to}`);
    const verified = await followWebhooks(receiver, new Webhook(endpoint.secret), message.id, startedAt);
    const { status } = await call<{ status: string }>("GET", `/v1/messages/${message.id}`);
    await call("DELETE", `/v1/settings/developer/webhooks/endpoints/${endpoint.id}`);
    return verified && ["delivered", "read"].includes(status);
  } finally {
    await deleteKey(sql, organizationId, keyId);
    await sql.end();
    receiver.stop();
  }
}

/** Shows each verified webhook of the message until it is delivered and read; they may come in any order. */
async function followWebhooks(
  receiver: ReturnType<typeof createReceiver>,
  webhook: Webhook,
  messageId: string,
  startedAt: number,
): Promise<boolean> {
  const seen = new Set<string>();
  while (!seen.has("delivered") || !seen.has("read")) {
    const received = await Promise.race([receiver.next(), Bun.sleep(LONGEST_WAIT_MS)]);
    if (!received) {
      say(`  no webhook for ${LONGEST_WAIT_MS / 1000} s`);
      return false;
    }
    const event = webhook.verify(received.body, received.headers) as { message_id: string; status: string };
    if (event.message_id !== messageId || seen.has(event.status)) continue;
    seen.add(event.status);
    const milliseconds = (performance.now() - startedAt).toFixed(0);
    say(
      `  ${event.status.padEnd(10)} webhook ${received.headers["webhook-id"]}, signature verified, ${milliseconds} ms`,
    );
  }
  return true;
}

function caller(url: string, key: string) {
  return async <Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = response.status === 204 ? null : await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
}

/** The default port, unless something else listens there: then any free one. */
async function withFreePort(environment: Environment): Promise<Environment> {
  if (environment.WAYPOST_PORT) return environment;
  try {
    const probe = Bun.listen({ hostname: "127.0.0.1", port: 8484, socket: { data() {} } });
    probe.stop(true);
    return environment;
  } catch {
    say("Port 8484 is taken; a free one is used. Set WAYPOST_PORT to choose.");
    return { ...environment, WAYPOST_PORT: "0" };
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
