import {
  answeredHole,
  askOn,
  closeHole,
  type HoleRow,
  knownMessages,
  lastBefore,
  noteHoleAsked,
  takeHole,
  unansweredHoles,
} from "../../db/holes/holes.ts";
import { askedBefore } from "../../db/past/asked-before.ts";
import { newMessageId, newPastMessageId } from "../lib/ids.ts";
import { earlierThan } from "../past/earlier-than.ts";
import { type PastDependencies, storePastMessages } from "../past/store.ts";
import type { PastMessage } from "../providers/past-message.ts";
import type { HoleQuestion } from "../providers/whatsapp-web/send/records.ts";
import { idsBetween } from "./between.ts";

type ChannelKey = { organizationId: string; channelId: string };

/** Answers of at most fifty messages that are taken of one hole. */
const MOST_PAGES = 20;

/**
 * The next question to a number's phone about what it has of while Waypost was away; null while there is none. What is
 * returned counts as asked. Ends the holes that the phone said nothing about.
 */
export async function nextHoleQuestion(
  { sql }: PastDependencies,
  channel: ChannelKey,
): Promise<HoleQuestion | null> {
  for (const hole of await unansweredHoles(sql, channel)) await close(sql, channel, hole, hole.until);
  for (;;) {
    const hole = await takeHole(sql, channel);
    if (hole === null) return null;
    const before =
      hole.before_id === null ? null : await askedBefore(sql, channel.organizationId, hole.before_id);
    if (before !== null) {
      // where nothing follows the hole, it is asked for all before its end
      const at = hole.pages === 0 && before.at < hole.until ? hole.until : before.at;
      return { holeId: hole.id, request: earlierThan({ ...before, at }) };
    }
    await close(sql, channel, hole, hole.until);
  }
}

/** Notes WhatsApp's id of a question that was asked. */
export async function holeAsked(
  { sql }: PastDependencies,
  channel: ChannelKey,
  { holeId }: HoleQuestion,
  requestId: string,
): Promise<void> {
  await noteHoleAsked(sql, channel, holeId, requestId);
}

/**
 * Stores what a phone answered to a question, oldest first. Where it was about a hole, messages stand where the phone has
 * them, and the hole is asked about again until the phone has no more of it. Again changes nothing.
 */
export async function keepAnswer(
  dependencies: PastDependencies,
  channel: ChannelKey,
  requestId: string | null,
  messages: readonly PastMessage[],
): Promise<number> {
  const { sql } = dependencies;
  const hole = await answeredHole(sql, channel, requestId);
  if (hole === null) return (await storePastMessages(dependencies, channel, messages)).stored;
  const placed = await place(dependencies, channel, hole, messages);
  const { stored } = await storePastMessages(dependencies, channel, placed);
  const [oldest] = placed;
  if (oldest === undefined || oldest.at <= hole.since) await close(sql, channel, hole, null);
  else if (hole.pages + 1 >= MOST_PAGES) await close(sql, channel, hole, oldest.at);
  else await askOn(sql, channel, hole.id, oldest.id);
  return stored;
}

async function close(
  sql: PastDependencies["sql"],
  channel: ChannelKey,
  { id }: HoleRow,
  reached: Date | null,
): Promise<void> {
  await closeHole(sql, channel, id, { reached, ids: [newMessageId(), newMessageId()] });
}

type Placed = PastMessage & { id: string };

/** Gives messages of a page the ids with which they stand in its order, among those that are there. */
async function place(
  { sql }: PastDependencies,
  channel: ChannelKey,
  hole: HoleRow,
  messages: readonly PastMessage[],
): Promise<Placed[]> {
  const ids = messages.map(({ providerMessageId }) => providerMessageId);
  const rows = await knownMessages(sql, channel, ids);
  const known = new Map(rows.map((row) => [row.provider_message_id, row.id]));
  const isInPage = rows.some(({ id }) => id === hole.before_id);
  const placed: Placed[] = [];
  let run: PastMessage[] = [];

  /** Messages that are not there stand behind what is before them, in the page or written before, and before `next`. */
  async function placeRun(next: string | null): Promise<void> {
    const [first] = run;
    if (first === undefined) return;
    const written = await lastBefore(sql, channel, hole, { at: first.at, before: next });
    const after = [written, placed.at(-1)?.id].reduce<string | null>(laterOf, null);
    const own = run.map(({ at }) => newPastMessageId(at));
    const given = idsBetween(own, { after, before: next });
    placed.push(...run.flatMap((message, index) => ({ ...message, id: given[index] ?? "" })));
    run = [];
  }

  for (const message of messages) {
    const id = known.get(message.providerMessageId);
    if (id === undefined) {
      run.push(message);
      continue;
    }
    await placeRun(id);
    placed.push({ ...message, id });
  }
  await placeRun(isInPage ? null : hole.before_id);
  return placed;
}

function laterOf(one: string | null, other: string | null | undefined): string | null {
  return other != null && (one === null || other > one) ? other : one;
}
