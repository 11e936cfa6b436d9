import type { Sql } from "../connection/client.ts";
import { dropItems } from "../lanes/lanes.ts";

/** A message that a channel's lane may send now. */
export type DueSend = {
  item_id: string;
  order_key: string;
  /** A rank, as in db/lanes/priorities.ts. */
  priority: number;
  state: "queued" | "unknown";
  attempt: number;
  /** JSON text: how often it was tried again for each cause. */
  retries: string | null;
  type: string;
  content: string;
  address: string | null;
  /** WhatsApp's own id of a recipient without a number. */
  user_id: string | null;
  conversation_id: string;
  /** The messaging account at Meta that it is to be sent with; null: its channel's. */
  messaging_account_id: string | null;
};

/** What became of one attempt; see db/messages/finish-sends.sql. */
export type SendResult = {
  message_id: string;
  attempt: number;
  outcome: "sent" | "retry" | "failed" | "unknown";
  provider_message_id: string | null;
  /** JSON text of the record's error. */
  error: string | null;
  /** In how many milliseconds it is tried again; null: it is due as it was. */
  retry_after: number | null;
  /** JSON text: how often it was tried again for each cause, with this time; absent: as before. */
  retries?: string;
  /** An operation, such as mark_as_read, that sends nobody anything. */
  silent: boolean;
  /** JSON text of what an operation found out. */
  result: string | null;
  /** Of a sent one: the messaging account at Meta that it was sent with; absent: none was named. */
  messaging_account_id?: string;
};

type ChannelKey = { organizationId: string; channelId: string };

/** Which due messages to read: at most so many of one priority, without those of busy conversations. */
export type PriorityLook = { priority: number; busy: readonly string[]; most: number };

/**
 * Due messages of a channel, of the given priorities, each in order, without
 * conversations that are busy or held back. Items whose message is gone leave
 * the lane: nothing else would ever take them out.
 */
export async function peekSends(
  sql: Sql,
  channel: ChannelKey,
  looks: readonly PriorityLook[],
): Promise<DueSend[]> {
  const rows = await sql<(DueSend | Orphan)[]>`
    select * from due_sends(
      ${channel.organizationId}, ${channel.channelId}, ${JSON.stringify(looks)}::text::json)`;
  const found = rows.filter((row): row is DueSend => row.type !== null);
  if (found.length < rows.length) {
    const orphans = rows.filter((row) => row.type === null).map((row) => row.item_id);
    await dropItems(sql, channel.organizationId, orphans);
  }
  return found;
}

type Orphan = { item_id: string; type: null };

/** An attempt that has begun, and under which order key its message waited. */
export type StartedSend = { message_id: string; attempt: number; order_key: string };

/**
 * Begins attempts; returns those that may be called now. Durably, unless
 * `relaxed`: where an attempt that a crash of Postgres forgets may be made
 * again. A message is failed in place of an attempt when `mostDoubts` before it
 * (null: however many) ended without a known outcome. Those `counted` are held
 * back where their portfolio has no room for their people. Those `fresh` were not
 * read from the lane: they begin only where they are next in their conversation.
 * With `orderKeys`, each begins only where it still waits under the key of its place.
 */
export async function startSends(
  sql: Sql,
  channel: ChannelKey,
  daemonId: string,
  messageIds: readonly string[],
  {
    relaxed = false,
    mostDoubts = null,
    counted = null,
    orderKeys = null,
  }: {
    relaxed?: boolean;
    mostDoubts?: number | null;
    counted?: readonly string[] | null;
    orderKeys?: readonly string[] | null;
  } = {},
): Promise<StartedSend[]> {
  return await sql<StartedSend[]>`
    select message_id, attempt, order_key
    from ${relaxed ? sql`set_config('synchronous_commit', 'off', true) as waits_for_no_disk,` : sql``}
      start_sends(${channel.organizationId}, ${channel.channelId}, ${daemonId}, ${messageIds as string[]}::uuid[],
        ${mostDoubts}::integer, ${counted as string[] | null}::uuid[], ${orderKeys as string[] | null}::text[])`;
}

/** Takes back the record of attempts that a daemon was to begin and never called, where there is one. */
export async function takeBackSends(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  daemonId: string,
  sends: readonly { itemId: string; row: Pick<DueSend, "state" | "attempt"> }[],
): Promise<void> {
  // of one whose last attempt is doubtful, the doubt stays
  const sure = sends.filter(({ row }) => row.state === "queued");
  const given = sure.map(({ itemId, row }) => ({ message_id: itemId, attempt: row.attempt + 1 }));
  await sql`
    select take_back_sends(${organizationId}, ${channelId}, ${daemonId}, ${JSON.stringify(given)}::text::json)`;
}

/** Writes the results of attempts and what follows from them, in one statement. */
export async function finishSends(
  sql: Sql,
  channel: ChannelKey,
  results: readonly SendResult[],
): Promise<void> {
  await sql`
    select finish_sends(${channel.organizationId}, ${channel.channelId}, ${JSON.stringify(results)}::text::json)`;
}
