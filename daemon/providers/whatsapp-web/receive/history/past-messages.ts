import type { proto } from "baileys";
import type { Identity, ReceivedMessage } from "../../../inbound.ts";
import type { PastMessage, PastPerson } from "../../../past-message.ts";
import type { Library } from "../../library/library.ts";
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
 * Reads the messages of a part of the history as it is inflated, and hands on a few at a time, as the history has them: its
 * newest first. Returns how many could not be read. Rejects when `store` does.
 */
export async function readPastMessages(
  reading: PastReading,
  compressed: Compressed,
  store: (messages: PastMessage[]) => Promise<void>,
): Promise<number> {
  let broken = 0;
  let kept: Kept[] = [];

  async function storeKept(): Promise<void> {
    const messages: PastMessage[] = [];
    for (const one of kept) {
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
async function readPast(reading: PastReading, kept: Kept): Promise<PastMessage | null> {
  const { library, hearsGroups, since, subjects } = reading;
  const arrived = arrivedOf(reading, kept);
  if (arrived.seconds * 1000 < since.getTime()) return null;
  if (library.isJidGroup(arrived.key.remoteJid ?? "") && !hearsGroups) return null;
  const [fact] = await readArrived(withoutQuestions(reading), arrived);
  return fact?.kind === "message" ? pastOf(reading.library, fact, kept, subjects) : null;
}

function arrivedOf({ library, own }: PastReading, kept: Kept): Arrived {
  const { key, message, messageTimestamp, participant, pushName } = kept;
  const isOwnInGroup = key?.fromMe === true && library.isJidGroup(key.remoteJid ?? "") === true;
  const writer = key?.participant || participant || (isOwnInGroup ? own.jid : null);
  return {
    key: { ...key, ...(writer ? { participant: writer } : {}) },
    message,
    seconds: Number(messageTimestamp ?? 0),
    pushName: pushName ?? null,
    undecrypted: null,
    stub: null,
  };
}

/** Thousands of messages are read without asking WhatsApp anything. */
function withoutQuestions(reading: PastReading): Reading {
  return { ...reading, subjectOf: async () => null, isAdmin: async () => false, orderItems: async () => [] };
}

function pastOf(
  library: Library,
  fact: ReceivedMessage,
  { status }: Kept,
  subjects: PastReading["subjects"],
): PastMessage {
  const { providerMessageId, direction, participant, type, content, media, original, at } = fact;
  const inGroup = participant !== undefined;
  return {
    ...{ providerMessageId, source: "phone", direction, type, content, at },
    chat: inGroup
      ? { groupId: fact.person.value, subject: subjects.get(fact.person.value) ?? null }
      : personOf([fact.person, fact.alias], fact.name),
    writer:
      inGroup && direction === "inbound"
        ? {
            ...personOf([participant.person, participant.alias], participant.name),
            address: participant.address,
          }
        : null,
    status: statusOf(library, status),
    // its content says both
    ...{ quoted: null, forwarded: false },
    file: media,
    ...(original === undefined ? {} : { original }),
  };
}

function personOf(identities: readonly (Identity | null)[], name: string | null): PastPerson {
  const of = (type: Identity["type"]) => identities.find((one) => one?.type === type)?.value ?? null;
  return { phone: of("phone"), lid: of("lid"), name };
}

/** How far a message came that the number sent. */
function statusOf({ proto }: Library, status: Kept["status"]): PastMessage["status"] {
  const { ERROR, DELIVERY_ACK, READ, PLAYED } = proto.WebMessageInfo.Status;
  if (status === ERROR) return "failed";
  if (status === READ || status === PLAYED) return "read";
  return status === DELIVERY_ACK ? "delivered" : "sent";
}
