/** Finds messages by what was said, the newest first. */
import type { Sql } from "../../../db/connection/client.ts";
import type { Walked } from "../../../db/lists/walk.ts";
import type { MessageRow } from "../../../db/messages/messages.ts";
import { type SearchBlock, searchBlocks } from "../../../db/messages/search/blocks.ts";
import { messagesWithin } from "../../../db/messages/search/find.ts";
import { messageIdBound, timeOfMessageId } from "../../lib/ids.ts";
import { type FindTemplate, readMessageWords } from "../../message-types/message-text.ts";
import { type Highlight, highlightsIn } from "./highlights.ts";
import { momentsOf, type Search } from "./moments.ts";
import type { Word } from "./words.ts";

/** A message that was found, and where the words are in its text. */
export type Hit = { row: MessageRow; highlights: Highlight[] };

/** Blocks that are searched at once: few at first, since a common word is soon found, then more and more. */
const FIRST_BLOCKS = 1;
const MOST_BLOCKS = 256;
const GROWTH = 4;
/** How long to look for a full page before returning what was found. */
const PAGE_MS = 100;

/** Reads a page of what has all words of a search, of before a message's id or all. */
export async function searchMessages(
  sql: Sql,
  find: FindTemplate,
  search: Search,
  before: string | null,
  limit: number,
): Promise<Walked<Hit>> {
  const until = performance.now() + PAGE_MS;
  const end = search.to === undefined ? LAST_ID : messageIdBound(search.to.getTime());
  const hits: Hit[] = [];
  let place = before !== null && before < end ? before : end;
  for (let most = FIRST_BLOCKS; ; most = Math.min(most * GROWTH, MOST_BLOCKS)) {
    const blocks = await blocksBefore(sql, search, place, most);
    const last = blocks.at(-1);
    if (last === undefined) return { rows: hits, end: null };
    const looked = await searchIn(sql, find, search, {
      blocks,
      before: place,
      limit: limit - hits.length,
      until,
    });
    hits.push(...looked.hits);
    if (hits.length === limit) return { rows: hits, end: null };
    place = looked.stoppedAt ?? messageIdBound(last.starts_at);
    if (performance.now() > until) return { rows: hits, end: place };
  }
}

/** Behind the ids of all messages. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

async function blocksBefore(sql: Sql, { organizationId, from }: Search, place: string, most: number) {
  const before = timeOfMessageId(place).getTime() + (isBound(place) ? 0 : 1);
  return await searchBlocks(sql, organizationId, { before, since: from?.getTime() ?? 0, most });
}

/** Whether an id is the first of a moment, before which none of that moment is. */
const isBound = (id: string) => id === messageIdBound(timeOfMessageId(id).getTime());

type Look = { blocks: readonly SearchBlock[]; before: string; limit: number; until: number };

/** Looks through some blocks. `stoppedAt` is where to continue when time was up before their end. */
async function searchIn(
  sql: Sql,
  find: FindTemplate,
  search: Search,
  { blocks, before, limit, until }: Look,
): Promise<{ hits: Hit[]; stoppedAt: string | null }> {
  const moments = await momentsOf(sql, search, blocks, before);
  const hits: Hit[] = [];
  // more than are missing: some are of other words, or of other conversations
  for (let nth = 0, most = limit * 2; nth < moments.length; nth += most) {
    const some = moments.slice(nth, nth + most);
    const rows = await messagesWithin(sql, search, {
      from: some.map((moment) => messageIdBound(moment)),
      to: some.map((moment) => messageIdBound(moment + 1)),
      before,
    });
    for (const row of rows) {
      const highlights = await highlightsOf(find, row, search.words);
      if (highlights !== null) hits.push({ row, highlights });
      if (hits.length === limit) return { hits, stoppedAt: null };
    }
    const last = some.at(-1);
    if (last !== undefined && nth + most < moments.length && performance.now() > until)
      return { hits, stoppedAt: messageIdBound(last) };
  }
  return { hits, stoppedAt: null };
}

/** Null when the message does not say it, or not any more: the index may have more than there is. */
async function highlightsOf(
  find: FindTemplate,
  row: MessageRow,
  words: readonly Word[],
): Promise<Highlight[] | null> {
  const shown = await readMessageWords(find, row);
  return shown === null ? null : highlightsIn(shown.text, shown.from, words);
}
