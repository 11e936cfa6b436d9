/** Puts the words of messages into blocks. */
import type { Queryable } from "../../../db/connection/client.ts";
import {
  addSearchBlock,
  type SearchBlock,
  searchBlocksOf,
  writeSearchWords,
} from "../../../db/messages/search/blocks.ts";
import type { SearchedMessage } from "../../../db/messages/search/texts.ts";
import { timeOfMessageId } from "../../lib/ids.ts";
import { type FindTemplate, readMessageWords } from "../../message-types/message-text.ts";
import { keyOfChannel, keysOfText } from "./keys.ts";

/** A block takes so many messages, of so long at most (milliseconds): what a retention removes goes a block at a time. */
export const BLOCK_MESSAGES = 32_768;
export const BLOCK_MS = 7 * 24 * 3600_000;

/** When the messages were recorded that have a key, by the key. */
export type Gathered = Map<string, number[]>;

/** Adds the keys of messages. Those that show nothing that was said have none. */
export async function gather(
  find: FindTemplate,
  messages: readonly SearchedMessage[],
  into: Gathered = new Map(),
): Promise<Gathered> {
  for (const message of messages) {
    const shown = await readMessageWords(find, message);
    const keys = shown === null ? [] : keysOfText(shown.text.slice(shown.from));
    const moment = timeOfMessageId(message.id).getTime();
    let isFirst = true;
    for (const key of keys) {
      if (isFirst) add(into, keyOfChannel(message.channel_id), moment);
      isFirst = false;
      add(into, key, moment);
    }
  }
  return into;
}

function add(into: Gathered, key: string, moment: number): void {
  const moments = into.get(key);
  if (moments === undefined) into.set(key, [moment]);
  else if (moments.at(-1) !== moment) moments.push(moment);
}

/** Writes the words of messages, which may be of any time, into the blocks of their time. */
export async function writeWords(
  sql: Queryable,
  find: FindTemplate,
  organizationId: string,
  messages: readonly SearchedMessage[],
): Promise<void> {
  for (const [block, some] of await byBlock(sql, organizationId, messages))
    await writeSearchWords(sql, organizationId, block, await gather(find, some));
}

/** The messages by the block that each belongs into, in the order of their time; blocks are made as they are needed. */
async function byBlock(
  sql: Queryable,
  organizationId: string,
  messages: readonly SearchedMessage[],
): Promise<Map<SearchBlock, SearchedMessage[]>> {
  const inOrder = messages
    .map((message) => ({ message, moment: timeOfMessageId(message.id).getTime() }))
    .sort((one, other) => one.moment - other.moment);
  const blocks = await searchBlocksOf(sql, organizationId, {
    first: inOrder[0]?.moment ?? 0,
    last: inOrder.at(-1)?.moment ?? 0,
  });
  const filled = new Map<SearchBlock, SearchedMessage[]>();
  for (const { message, moment } of inOrder) {
    let block = blocks.findLast(({ starts_at }) => starts_at <= moment);
    if (block === undefined || !takes(block, moment)) {
      block = await addSearchBlock(sql, organizationId, { startsAt: moment, isMerged: false });
      blocks.splice(blocks.findLastIndex(({ starts_at }) => starts_at < moment) + 1, 0, block);
    }
    block.messages += 1;
    block.newest_at = Math.max(block.newest_at, moment);
    const some = filled.get(block);
    if (some === undefined) filled.set(block, [message]);
    else some.push(message);
  }
  return filled;
}

/** Whether the last block that begins before a moment takes a message of that moment: else another one begins there. */
function takes({ starts_at, newest_at, messages }: SearchBlock, moment: number): boolean {
  return moment <= newest_at || (messages < BLOCK_MESSAGES && moment - starts_at <= BLOCK_MS);
}
