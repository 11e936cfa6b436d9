/** How many messages a second one channel sends to the sandbox. */
import type { Sql } from "../../../db/connection/client.ts";
import { UNPACED } from "../stage/sandbox.ts";
import { postMessages } from "./post-messages.ts";
import type { Stage, Target } from "./stage.ts";
import { openReceiver } from "./webhook-receiver.ts";

const LONGEST_WAIT_MS = 180_000;

/**
 * Lets `messages` wait until `leadSeconds` are over; returns how many a second are sent from then on. The sandbox
 * reports each as sent, delivered and read meanwhile, as Meta does, which the daemon has to work through too.
 */
export async function measureSends(
  { daemon, sql }: { daemon: Target; sql: Sql },
  messages: number,
  leadSeconds: number,
  recipients?: number,
): Promise<number> {
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: UNPACED });
  const due = new Date(Date.now() + leadSeconds * 1000);
  const people = recipients === undefined ? {} : { recipients };
  await postMessages(daemon, {
    connections: 64,
    requests: messages,
    scheduledAt: due.toISOString(),
    ...people,
  });
  if (Date.now() > due.getTime())
    throw new Error(`${messages} messages took longer than ${leadSeconds} s to accept`);
  const seconds = await untilSent(sql, messages, due);
  await untilRead(sql, due);
  return messages / seconds;
}

/** The same while an endpoint takes each status of each message. */
export async function measureSendsBesideEndpoint(
  stage: Stage,
  messages: number,
  leadSeconds: number,
): Promise<number> {
  const receiver = await openReceiver(stage);
  const endpoint = await receiver.register("good", { filterTypes: ["message.status_update"] });
  const perSecond = await measureSends(stage, messages, leadSeconds);
  await endpoint.remove();
  return perSecond;
}

/** Returns the seconds from the first attempt's start to the last one's end. */
async function untilSent(sql: Sql, messages: number, since: Date): Promise<number> {
  return await poll(async () => {
    const [row] = await sql<{ done: number; seconds: number }[]>`
      select count(*) as done, extract(epoch from max(finished_at) - min(started_at))::float8 as seconds
      from message_attempts where outcome = 'sent' and started_at >= ${since}`;
    return row?.done === messages ? row.seconds : null;
  });
}

async function untilRead(sql: Sql, due: Date): Promise<void> {
  await poll(async () => {
    const unread = await sql`select from messages where status <> 'read' and scheduled_at = ${due} limit 1`;
    return unread.length === 0 ? true : null;
  });
}

async function poll<Found>(look: () => Promise<Found | null>): Promise<Found> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < giveUpAt) {
    const found = await look();
    if (found !== null) return found;
    await Bun.sleep(200);
  }
  throw new Error(`the messages did not come through within ${LONGEST_WAIT_MS / 1000} s`);
}
