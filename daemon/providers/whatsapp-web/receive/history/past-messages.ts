import type { proto } from "baileys";
import type { Library } from "../../library/library.ts";
import type { ReadPast } from "../../send/records.ts";
import { NOBODY_TO_ASK, pastOf, statusOf, withWriter } from "../copied/past-of.ts";
import { readArrived } from "../message.ts";
import type { Arrived, Reading } from "../reading.ts";
import { walkInflated } from "./inflate.ts";
import { PAST_MESSAGES } from "./shapes.ts";
import type { Compressed } from "./source.ts";
import { createWalker } from "./walk.ts";

/** A message as a history has it. */
type Kept = proto.IWebMessageInfo;

/** What a history's messages are read with. */
export type PastReading = Pick<Reading, "library" | "own" | "find" | "seal" | "findPhone"> & {
  /** Of groups, by their address; those that are not there have none that is known. */
  subjects: ReadonlyMap<string, string>;
  hearsGroups: boolean;
  /** Those before it are left out. */
  since: Date;
};

/** Messages that are read and stored together: what comes in meanwhile waits for no more. */
const AT_ONCE = 100;

/**
 * Reads the messages of a part of the history as it is inflated, and hands on a few at a time, each time the oldest first;
 * those of the next time are older. Returns how many could not be read. Rejects when `store` does.
 */
export async function readPastMessages(
  reading: PastReading,
  compressed: Compressed,
  store: (messages: ReadPast[]) => Promise<void>,
): Promise<number> {
  let broken = 0;
  let kept: Kept[] = [];

  async function storeKept(): Promise<void> {
    const messages: ReadPast[] = [];
    // the oldest first, as all other messages come
    for (const one of kept.reverse()) {
      const past = await readPast(reading, one).catch(() => "broken" as const);
      if (past === "broken") broken += 1;
      else if (past !== null) messages.push(past);
    }
    kept = [];
    if (messages.length > 0) await store(messages);
  }

  const walker = createWalker(PAST_MESSAGES, (_kind, bytes) => {
    const decoded = bytes === null ? null : decode(reading.library, bytes);
    if (decoded === null) broken += 1;
    else kept.push(decoded);
  });
  await walkInflated(compressed, walker, async () => {
    if (kept.length >= AT_ONCE) await storeKept();
  });
  await storeKept();
  return broken;
}

function decode({ proto }: Library, bytes: Buffer): Kept | null {
  try {
    // the bytes are good only until the record is read
    return proto.WebMessageInfo.decode(Buffer.from(bytes));
  } catch {
    return null;
  }
}

/** A message of a chat with a person, or of a group where the number takes part in those; null for all others. */
async function readPast(reading: PastReading, kept: Kept): Promise<ReadPast | null> {
  const { library, hearsGroups, since, subjects } = reading;
  const arrived = arrivedOf(reading, kept);
  if (arrived.seconds * 1000 < since.getTime()) return null;
  if (library.isJidGroup(arrived.key.remoteJid ?? "") && !hearsGroups) return null;
  const [fact] = await readArrived({ ...reading, ...NOBODY_TO_ASK }, arrived);
  if (fact?.kind !== "message") return null;
  const subject = subjects.get(fact.person.value) ?? null;
  return { fact, message: pastOf(fact, { source: "phone", status: statusOf(kept.status), subject }) };
}

function arrivedOf({ library, own }: PastReading, kept: Kept): Arrived {
  const { key, message, messageTimestamp, participant, pushName } = kept;
  return {
    key: withWriter(library, own, key ?? {}, participant),
    message,
    seconds: Number(messageTimestamp ?? 0),
    pushName: pushName ?? null,
    undecrypted: null,
    stub: null,
  };
}
