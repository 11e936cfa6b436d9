/** When messages were recorded that may have the words of a search, as the index of words knows it. */
import type { Sql } from "../../../db/connection/client.ts";
import type { SearchBlock } from "../../../db/messages/search/blocks.ts";
import {
  type Found,
  idsOfConversations,
  momentsOfWords,
  type SearchFilter,
  sizesOfWords,
} from "../../../db/messages/search/find.ts";
import { messageIdBound, timeOfMessageId } from "../../lib/ids.ts";
import { keyOfChannel, keysOfSearch } from "./keys.ts";
import type { Word } from "./words.ts";

/** What is searched for: the words, and which messages. */
export type Search = SearchFilter & {
  words: readonly Word[];
  /** When it was recorded. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Milliseconds since 1970. */
type Moment = number;

/** The moments in some blocks at which all of it may have been said, newest first, as far as `before` (a message's id). */
export async function momentsOf(
  sql: Sql,
  search: Search,
  blocks: readonly SearchBlock[],
  before: string,
): Promise<Moment[]> {
  const last = timeOfMessageId(before).getTime();
  let found = await ofConversations(sql, search, blocks, before);
  const among = found === null ? blocks : blocks.filter(({ id }) => found?.has(id));
  for (const { beginnings, ids } of await inOrder(sql, search, among)) {
    const left = among.filter(({ id }) => ids.has(id) && found?.has(id) !== false);
    if (left.length === 0) return [];
    const rows = await momentsOfWords(
      sql,
      left.map(({ id }) => id),
      beginnings,
    );
    found = together(found, byBlock(rows, left));
  }
  const since = search.from?.getTime() ?? 0;
  return [...(found?.values() ?? [])]
    .flatMap((moments) => [...moments])
    .filter((moment) => moment >= since && moment <= last)
    .sort((one, other) => other - one);
}

type Group = { beginnings: string[]; ids: Set<number> };

/**
 * The groups of keys in the order in which they are read, and the blocks to read. For a key of some channels, these channels
 * are read first: then no more is asked where others said a word than where nobody did.
 */
async function inOrder(sql: Sql, search: Search, blocks: readonly SearchBlock[]): Promise<Group[]> {
  const words = keysOfSearch(search.words).map((key) => [key]);
  const channels = channelsOf(search);
  if (search.channelIds === null) return await rarestFirst(sql, blocks, [...words, ...channels]);
  const ids = new Set(blocks.map(({ id }) => id));
  return [...channels, ...words].map((beginnings) => ({ beginnings, ids }));
}

/** The same, the rarest first, with the blocks that have one of each group. */
async function rarestFirst(
  sql: Sql,
  blocks: readonly SearchBlock[],
  groups: readonly string[][],
): Promise<Group[]> {
  const all = blocks.map(({ id }) => id);
  if (groups.length === 1) return groups.map((beginnings) => ({ beginnings, ids: new Set(all) }));
  const sizes = await sizesOfWords(sql, all, groups);
  const groupsOf = Map.groupBy(sizes, ({ block }) => block);
  const ids = new Set(all.filter((id) => groupsOf.get(id)?.length === groups.length));
  const bytesOf = (nth: number) =>
    sizes.filter(({ group }) => group === nth).reduce((sum, { bytes }) => sum + bytes, 0);
  return groups
    .map((beginnings, nth) => ({ beginnings, ids, bytes: bytesOf(nth) }))
    .sort((one, other) => one.bytes - other.bytes);
}

/** Moments by the block that they are in. */
type Moments = Map<number, Set<Moment>>;

/** The keys of the channels that are wanted, one of which a message has; none when all channels are. */
function channelsOf({ channelIds, channelId }: Search): string[][] {
  const channels = channelId === undefined ? channelIds : [channelId];
  return channels === null ? [] : [channels.map(keyOfChannel)];
}

/** When the wanted conversations had messages; null when any conversation is wanted. */
async function ofConversations(
  sql: Sql,
  search: Search,
  blocks: readonly SearchBlock[],
  before: string,
): Promise<Moments | null> {
  if (search.conversationId === undefined && search.contactId === undefined) return null;
  const since = messageIdBound(blocks.at(-1)?.starts_at ?? 0);
  const ids = await idsOfConversations(sql, search, { before, since });
  const moments: Moments = new Map();
  for (const id of ids) {
    const moment = timeOfMessageId(id).getTime();
    const block = blocks.find(({ starts_at }) => starts_at <= moment);
    if (block !== undefined) add(moments, block.id, [moment]);
  }
  return moments;
}

function byBlock(found: readonly Found[], blocks: readonly SearchBlock[]): Moments {
  const starts = new Map(blocks.map(({ id, starts_at }) => [id, starts_at]));
  const moments: Moments = new Map();
  for (const { block, moments: bytes } of found)
    add(moments, block, readMoments(bytes, starts.get(block) ?? 0));
  return moments;
}

function add(moments: Moments, block: number, more: Iterable<Moment>): void {
  const known = moments.get(block) ?? new Set();
  for (const moment of more) known.add(moment);
  moments.set(block, known);
}

function* readMoments(bytes: Uint8Array, start: Moment): Iterable<Moment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += 4) yield start + view.getUint32(at);
}

/** What is in both, block by block; null is everything. */
function together(one: Moments | null, other: Moments): Moments {
  if (one === null) return other;
  const both: Moments = new Map();
  for (const [block, moments] of one) {
    const shared = moments.intersection(other.get(block) ?? new Set());
    if (shared.size > 0) both.set(block, shared);
  }
  return both;
}
