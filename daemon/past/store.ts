import type { Sql } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import { cutoffOf, findKeeping, type InstallationDays } from "../../db/maintenance/kept.ts";
import { holdSearchPlace } from "../../db/messages/search/places.ts";
import { searchedMessages } from "../../db/messages/search/texts.ts";
import { ensurePastPartitions, storePast } from "../../db/past/past.ts";
import { timeOfMessageId } from "../lib/ids.ts";
import { postgresText } from "../lib/postgres-text.ts";
import type { FindTemplate } from "../message-types/message-text.ts";
import { writeWords } from "../messages/search/gather.ts";
import type { PastMessage } from "../providers/past-message.ts";
import { asInput, peopleOf } from "./input.ts";

export type PastDependencies = InstallationDays & { sql: Sql; templates: { find: FindTemplate } };

type ChannelKey = { organizationId: string; channelId: string };

/** How many of some messages are new, were there already, and are older than what the organisation keeps. */
export type StoredPast = { stored: number; known: number; tooOld: number };

/** Messages that are written together: what comes in for the same people meanwhile waits for them. */
const AT_ONCE = 200;

/**
 * Stores past messages of a channel in their conversations, where they are shown, searched and quoted, and nothing else
 * comes of them: no events, nobody who waits, nothing to read, no costs. May be repeated: one that is there, by the
 * provider's id, stays as it is. Rejects when the database can't be reached or is held by others; what was stored then
 * stays.
 */
export async function storePastMessages(
  dependencies: PastDependencies,
  channel: ChannelKey,
  messages: readonly PastMessage[],
): Promise<StoredPast> {
  const { sql } = dependencies;
  const now = await databaseTime(sql);
  const keeping = await findKeeping(sql, channel.organizationId, dependencies);
  const cutoff = cutoffOf(keeping, now, "messages", channel.channelId);
  // one after the other in their order, which ids of one second show as well
  const kept = messages
    .map((message) => ({ ...message, at: new Date(Math.min(message.at.getTime(), now.getTime())) }))
    .filter(({ at }) => at > cutoff)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  let stored = 0;
  for (let start = 0; start < kept.length; start += AT_ONCE)
    stored += await storeSome(dependencies, channel, kept.slice(start, start + AT_ONCE));
  return { stored, known: kept.length - stored, tooOld: messages.length - kept.length };
}

/** Stores messages in their order, and the words by which they are found: all or nothing. Returns how many are new. */
async function storeSome(
  { sql, templates, retentionDays }: PastDependencies,
  channel: ChannelKey,
  messages: readonly PastMessage[],
): Promise<number> {
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return 0;
  await ensurePastPartitions(sql, { first: first.at, last: last.at }, retentionDays);
  const past = JSON.stringify(messages.map(asInput), postgresText);
  const people = JSON.stringify(peopleOf(messages), postgresText);
  return await sql.begin(async (transaction) => {
    const ids = await storePast(transaction, channel, past, people);
    const { earlier_than } = await holdSearchPlace(transaction, channel.organizationId);
    // what stands before it is added with all else of that time
    const wanted = ids.filter((id) => timeOfMessageId(id).getTime() >= (earlier_than ?? 0));
    const found = await searchedMessages(transaction, channel.organizationId, wanted);
    if (found.length > 0) await writeWords(transaction, templates.find, channel.organizationId, found);
    return ids.length;
  });
}
