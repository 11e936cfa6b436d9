/** Takes words of messages out of the index. */
import type { Transaction } from "../../../db/connection/client.ts";
import { forgetSearchWords, searchBlocksOf } from "../../../db/messages/search/blocks.ts";
import { holdSearchPlace } from "../../../db/messages/search/places.ts";
import { earlierMessages, type SearchedMessage } from "../../../db/messages/search/texts.ts";
import { messageIdBound, timeOfMessageId } from "../../lib/ids.ts";
import type { FindTemplate } from "../../message-types/message-text.ts";
import { gather } from "./gather.ts";

/** As many messages as can be of one millisecond. */
const MOST_OF_A_MOMENT = 10_000;

/**
 * Takes the words away by which messages are found that say something else from now on, in the transaction that changed
 * them: nobody adds words meanwhile. `olds` are the messages with what they said, once for each wording. Words that they
 * still have stay, and those of other messages of the same millisecond.
 */
export async function forgetWords(
  sql: Transaction,
  find: FindTemplate,
  organizationId: string,
  olds: readonly SearchedMessage[],
): Promise<void> {
  await holdSearchPlace(sql, organizationId);
  for (const [moment, said] of Map.groupBy(olds, ({ id }) => timeOfMessageId(id).getTime())) {
    const block = (await searchBlocksOf(sql, organizationId, { first: moment, last: moment })).at(-1);
    if (block === undefined) continue;
    const gone = await gather(find, said);
    for (const key of (await gather(find, await messagesOf(sql, organizationId, moment))).keys())
      gone.delete(key);
    await forgetSearchWords(sql, block, gone);
  }
}

/** What messages of a moment say now. */
async function messagesOf(
  sql: Transaction,
  organizationId: string,
  moment: number,
): Promise<SearchedMessage[]> {
  return await earlierMessages(sql, organizationId, {
    before: messageIdBound(moment + 1),
    since: messageIdBound(moment),
    most: MOST_OF_A_MOMENT,
  });
}
