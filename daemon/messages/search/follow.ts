/** Follows what is said, and adds its words to the index. */
import type { Sql } from "../../../db/connection/client.ts";
import { newestEventPosition } from "../../../db/events/events.ts";
import { mergeSearchBlock } from "../../../db/messages/search/blocks.ts";
import {
  changedMessages,
  lowestHorizon,
  moveSearchPlace,
  organizationsWithNews,
  takeSearchPlace,
} from "../../../db/messages/search/places.ts";
import { searchedMessages } from "../../../db/messages/search/texts.ts";
import { timeOfMessageId } from "../../lib/ids.ts";
import type { FindTemplate } from "../../message-types/message-text.ts";
import { writeWords } from "./gather.ts";

const EVENTS_AT_ONCE = 2000;

/**
 * Makes the function that adds the words of all messages that are new or changed since it last did, in every
 * organisation. While nothing is written to any log of events, it looks at no organisation, and returns false.
 */
export function createFollower(sql: Sql, find: FindTemplate): () => Promise<boolean> {
  /** The newest position of which everything is in the index. */
  let followed: number | null = null;
  return async () => {
    const newest = await newestEventPosition(sql);
    if (newest === followed) return false;
    const lowest = await lowestHorizon(sql);
    const organizations = await organizationsWithNews(sql);
    for (const organizationId of organizations)
      while ((await followSome(sql, find, organizationId)) === EVENTS_AT_ONCE);
    while (await mergeSearchBlock(sql));
    // below it, transactions that are still open may have written
    followed = organizations.length === 0 && lowest > newest ? newest : null;
    return true;
  };
}

/** Adds what the next events are about, whole or not at all. Returns how many it read; 0 while another daemon does. */
async function followSome(sql: Sql, find: FindTemplate, organizationId: string): Promise<number> {
  return await sql.begin(async (transaction) => {
    const place = await takeSearchPlace(transaction, organizationId);
    if (place === null) return 0;
    const { ids, read, end } = await changedMessages(transaction, organizationId, place, EVENTS_AT_ONCE);
    if (read === 0) return 0;
    const wanted = ids.filter((id) => timeOfMessageId(id).getTime() >= (place.earlier_than ?? 0));
    const messages = await searchedMessages(transaction, organizationId, wanted);
    await writeWords(transaction, find, organizationId, messages);
    const moved = { ...place, position: end.position, event_id: end.id };
    await moveSearchPlace(transaction, organizationId, moved);
    return read;
  });
}
