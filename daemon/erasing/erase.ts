/** The work of an erasure, piece by piece: each piece is whole, so that a crash loses and repeats nothing. */
import type { Sql } from "../../db/connection/client.ts";
import {
  beginErasure,
  type ErasureKey,
  type ErasureRow,
  findErasure,
  nextStage,
  planErasure,
  stepErasure,
} from "../../db/erasing/erasures.ts";
import {
  eraseMentions,
  eraseMessages,
  messagesOfGroups,
  messagesOfPerson,
  type NamedMessage,
} from "../../db/erasing/messages.ts";
import { waitOfErasure } from "../../db/maintenance/held-people.ts";
import { filesOfMessages } from "../../db/media/files-of-messages.ts";
import { forgetMedia } from "../../db/media/media.ts";
import { type NextStep, takeSteps } from "../lanes/steps.ts";
import { type MediaStore, mediaKey } from "../media/stores/store.ts";
import type { FindTemplate } from "../message-types/message-text.ts";
import { forgetWords } from "../messages/search/forget.ts";
import { eraseAgain, keepErased } from "../restores/erased-again.ts";

export type ErasingDependencies = {
  sql: Sql;
  store: MediaStore;
  incoming: string;
  templates: { find: FindTemplate };
};

const MESSAGES = 200;
const ROWS = 1000;

/** Erases the person of an erasure, if its time has come and nobody took it back. */
export async function eraseContact(dependencies: ErasingDependencies, key: ErasureKey): Promise<void> {
  const { sql } = dependencies;
  await eraseAgain(dependencies);
  if (await beginErasure(sql, key)) return await planErasure(sql, key, await waitOfErasure(sql, key));
  await keepErased(dependencies, key);
  await takeSteps(
    () => stepOf(dependencies, key),
    (milliseconds) => planErasure(sql, key, milliseconds),
  );
}

async function stepOf(dependencies: ErasingDependencies, key: ErasureKey): Promise<NextStep> {
  const erasure = await findErasure(dependencies.sql, key);
  if (erasure?.status !== "running") return "nothing";
  if (erasure.stage === "messages") return await eraseOwn(dependencies, key);
  if (erasure.stage === "groups") return await eraseInGroups(dependencies, key, erasure);
  return (await stepErasure(dependencies.sql, key, ROWS)) ? "wait" : "step";
}

/** What was said to and by the person. A message whose call is out waits for its result. */
async function eraseOwn(dependencies: ErasingDependencies, key: ErasureKey): Promise<NextStep> {
  const { sql } = dependencies;
  const found = await messagesOfPerson(sql, key, MESSAGES);
  const free = found.filter((message) => !message.is_at_work);
  if (free.length > 0) await eraseAll(dependencies, key, free);
  else if (found.length > 0) return "wait";
  else await nextStage(sql, key);
  return "step";
}

/** What the person said in groups, and who is meant in what others said there. */
async function eraseInGroups(
  dependencies: ErasingDependencies,
  key: ErasureKey,
  { place }: ErasureRow,
): Promise<NextStep> {
  const { sql } = dependencies;
  const { named, next } = await messagesOfGroups(sql, key, ROWS);
  const theirs = named.filter(({ is_theirs }) => is_theirs);
  if (theirs.length > 0) await eraseAll(dependencies, key, theirs);
  const others = named.filter(({ is_theirs }) => !is_theirs);
  await sql.begin(async (transaction) => {
    await eraseMentions(
      transaction,
      key,
      others.map(({ id }) => id),
      next ?? place,
    );
    await forgetWords(transaction, dependencies.templates.find, key.organizationId, wordings(others));
    if (next === null) await nextStage(transaction, key);
  });
  return "step";
}

async function eraseAll(
  { sql, store, templates }: ErasingDependencies,
  key: ErasureKey,
  messages: readonly NamedMessage[],
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const files = await filesOfMessages(sql, key.organizationId, ids);
  const remove = async () => {
    for (const file of files) await store.remove(mediaKey(file.organization_id, file.id));
  };
  await remove();
  await forgetMedia(sql, files);
  // one that was still being fetched came in between
  await remove();
  await sql.begin(async (transaction) => {
    await eraseMessages(transaction, key, ids, files.length);
    await forgetWords(transaction, templates.find, key.organizationId, wordings(messages));
  });
}

/** A message once for each of its wordings. */
function wordings(messages: readonly NamedMessage[]): NamedMessage[] {
  return messages.flatMap((message) => {
    const edits = JSON.parse(message.edits ?? "[]") as { content: unknown }[];
    return [message, ...edits.map(({ content }) => ({ ...message, content: JSON.stringify(content) }))];
  });
}
