/** Adds the words of messages that were there before the index, the newest first. */
import type { Sql, Transaction } from "../../../db/connection/client.ts";
import { addSearchBlock, writeSearchWords } from "../../../db/messages/search/blocks.ts";
import { moveSearchPlace, takeEarlierPlace } from "../../../db/messages/search/places.ts";
import { earlierMessages, nthMessageBefore } from "../../../db/messages/search/texts.ts";
import { giveWay } from "../../lib/give-way.ts";
import { messageIdBound, timeOfMessageId } from "../../lib/ids.ts";
import type { FindTemplate } from "../../message-types/message-text.ts";
import { BLOCK_MESSAGES, BLOCK_MS, type Gathered, gather } from "./gather.ts";

/** Messages that are read at once. */
const MESSAGES_AT_ONCE = 500;

/**
 * Adds blocks of such messages for about so many milliseconds, one at least: of all organisations, those that are the
 * newest first. False when there are none left to add.
 */
export async function addEarlier(
  sql: Sql,
  find: FindTemplate,
  forMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + forMs;
  do if (!(await addBlock(sql, find))) return false;
  while (performance.now() < until && signal?.aborted !== true);
  return true;
}

/** Adds the newest messages that are missing, whole or not at all. What is said meanwhile waits for the next look. */
async function addBlock(sql: Sql, find: FindTemplate): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const place = await takeEarlierPlace(transaction);
    if (place === null) return false;
    const { organization_id: organizationId, earlier_than } = place;
    const span = await spanBefore(transaction, organizationId, earlier_than);
    if (span !== null) await fillBlock(transaction, find, organizationId, span);
    await moveSearchPlace(transaction, organizationId, { ...place, earlier_than: span?.startsAt ?? null });
    return true;
  });
}

/** Milliseconds since 1970; messages of `endsAt` itself are in another block. */
type Span = { startsAt: number; newestAt: number; endsAt: number };

/** As much time before a moment as has a block of messages; null when there are none. */
async function spanBefore(sql: Transaction, organizationId: string, endsAt: number): Promise<Span | null> {
  const bound = messageIdBound(endsAt);
  const newest = await nthMessageBefore(sql, organizationId, bound, 1);
  if (newest === null) return null;
  const newestAt = timeOfMessageId(newest).getTime();
  const last = await nthMessageBefore(sql, organizationId, bound, BLOCK_MESSAGES);
  const full = last === null ? 0 : timeOfMessageId(last).getTime();
  return { startsAt: Math.max(full, newestAt - BLOCK_MS), newestAt, endsAt };
}

async function fillBlock(
  sql: Transaction,
  find: FindTemplate,
  organizationId: string,
  { startsAt, newestAt, endsAt }: Span,
): Promise<void> {
  const words: Gathered = new Map();
  const since = messageIdBound(startsAt);
  let before: string | undefined = messageIdBound(endsAt);
  let messages = 0;
  let oldestAt = newestAt;
  while (before !== undefined) {
    const some = await earlierMessages(sql, organizationId, { before, since, most: MESSAGES_AT_ONCE });
    await gather(find, some, words);
    messages += some.length;
    oldestAt = timeOfMessageId(some.at(-1)?.id ?? before).getTime();
    before = some.length < MESSAGES_AT_ONCE ? undefined : some.at(-1)?.id;
    await giveWay();
  }
  const block = await addSearchBlock(sql, organizationId, { startsAt: oldestAt, isMerged: true });
  await writeSearchWords(sql, organizationId, { ...block, newest_at: newestAt, messages }, words);
}
