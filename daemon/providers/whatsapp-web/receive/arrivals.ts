import type { WAMessage } from "baileys";
import type { Logger } from "pino";
import type { InboundFact } from "../../inbound.ts";
import type { ArrivedMessage, OwnIdentity } from "../connection/session.ts";
import { type Library, openLibrary } from "../library/library.ts";
import { keepTimer } from "../send/chat-timer.ts";
import type { Away } from "./happened/away.ts";
import type { Histories } from "./history/histories.ts";
import { takeHistory } from "./history/notification.ts";
import { readArrived, unreadable } from "./message.ts";
import { identityOf } from "./person.ts";
import type { Arrived, Reading } from "./reading.ts";
import { earlyFor, keepEarly, noteRecent } from "./recent.ts";
import { sealedIn } from "./sealed.ts";
import { available, readingOf, type SessionParts, Unavailable } from "./session-reading.ts";
import { readTimer } from "./timer.ts";
import { unwrapped } from "./unwrap.ts";

/** The parts that turn arrived messages into facts. */
export type Arrivals = SessionParts &
  Away & {
    histories: Histories;
    log: Logger;
    /** Messages that came in and are not stored yet, in order. */
    waiting: Arrived[];
  };

/** Messages stored in one statement. */
const MOST_AT_ONCE = 100;

/** A message as Baileys passes it on, and why it has no content. */
export function arrivedOf(
  { key, message, messageTimestamp, pushName, messageStubType, messageStubParameters }: WAMessage,
  undecrypted: Arrived["undecrypted"] = null,
): Arrived {
  const seconds = Number(messageTimestamp ?? 0);
  const stub = messageStubType ? { type: messageStubType, parameters: messageStubParameters ?? [] } : null;
  return { key, message, seconds, pushName: pushName ?? null, undecrypted, stub };
}

/** Of a message that came without content (`proto.WebMessageInfo.StubType`). */
const CIPHERTEXT = 2;

/** Whether it is what a notification says that happened in a group. */
export function isNotice({ key, message, stub }: Arrived): boolean {
  return !message && stub !== null && stub.type !== CIPHERTEXT && key.remoteJid?.endsWith("@g.us") === true;
}

/** The messages that are no parts of the phone's history; those are read beside them. */
export function withoutHistory(histories: Histories, messages: readonly Arrived[]): Arrived[] {
  return messages.filter((message) => {
    const notification = takeHistory(message);
    if (notification !== null) histories.add(message.key.id ?? "", notification);
    return notification === null;
  });
}

/** Stores all that came in meanwhile at once. Rejects, and keeps it, when it could not be stored. */
export async function takeWaiting(arrivals: Arrivals): Promise<void> {
  const messages = arrivals.waiting.slice(0, MOST_AT_ONCE);
  if (messages.length === 0) return;
  await take(arrivals, messages);
  arrivals.waiting.splice(0, messages.length);
}

/** Stores messages that were decrypted before a daemon died and did not become facts, for all that is known. */
export async function recover(arrivals: Arrivals): Promise<void> {
  const { session, log } = arrivals;
  const own = session.identity();
  const left = await session.unsettled();
  if (own === null || left.length === 0) return;
  const library = await openLibrary();
  const read = left.map((message) => ({ id: message.id, arrived: recovered(library, message, own) }));
  const lost = read.flatMap(({ id, arrived }) => (arrived === null ? [id] : []));
  if (lost.length > 0) {
    log.warn({ channel: session.channelId, messages: lost }, "this is not a message");
    await session.settle(lost);
  }
  await take(
    arrivals,
    withoutHistory(
      arrivals.histories,
      read.flatMap(({ arrived }) => arrived ?? []),
    ),
  );
}

/** Null when it was decrypted and is no message: Baileys has requested another one from the sender. */
function recovered(
  library: Library,
  { attributes, plaintext, isNotice }: ArrivedMessage,
  own: OwnIdentity,
): Arrived | null {
  try {
    if (isNotice) return JSON.parse(Buffer.from(plaintext).toString()) as Arrived;
    const stanza = { tag: "message", attrs: attributes, content: [] };
    const { fullMessage } = library.decodeMessageNode(stanza, own.jid, own.lid ?? "");
    const decoded = library.proto.Message.decode(library.unpadRandomMax16(plaintext));
    const message = decoded.deviceSentMessage?.message ?? decoded;
    return { ...arrivedOf(fullMessage as WAMessage), message, isKept: attributes.offline !== undefined };
  } catch {
    return null;
  }
}

async function take(arrivals: Arrivals, messages: readonly Arrived[]): Promise<void> {
  const { records, session, keptAway, filling } = arrivals;
  const reading = await readingOf(arrivals);
  if (reading === null) return;
  const facts: InboundFact[] = [];
  const kept: InboundFact[] = [];
  for (const message of messages) {
    if (await isEarly(arrivals, reading, message)) continue;
    const read = await factsOf(arrivals, reading, message);
    facts.push(...read);
    if (message.isKept) kept.push(...read);
    for (const change of earlyFor(arrivals.socket, message))
      facts.push(...(await factsOf(arrivals, reading, change)));
    await learnTimer(arrivals, reading, message);
  }
  if (facts.length > 0) await records.receive(session, facts);
  keptAway.note(kept);
  if (kept.length > 0) filling.soon();
  const ids = messages.flatMap((arrived) =>
    (arrived.message || isNotice(arrived)) && arrived.key.id ? [arrived.key.id] : [],
  );
  if (ids.length > 0) await session.settle(ids);
}

/** Whether a message is a sealed change of one that has not come, or not with its content: it waits for that. */
async function isEarly({ socket }: Arrivals, { library, find }: Reading, arrived: Arrived): Promise<boolean> {
  const sealed = sealedIn(library, unwrapped(arrived.message) ?? {});
  if (!sealed?.about.id || (await find(sealed.about.id)) !== null) return false;
  keepEarly(socket, sealed, arrived);
  return true;
}

/** One that can't be read, however often it is tried, must not hold up what stands behind it. */
async function factsOf({ log, session, socket }: Arrivals, reading: Reading, arrived: Arrived) {
  try {
    noteRecent(reading.library, socket, arrived);
    return await readArrived(reading, arrived);
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause;
    log.warn({ err: cause, channel: session.channelId, message: arrived.key.id }, "a message can't be read");
    return await unreadable(reading, arrived);
  }
}

/** After how long messages of the chat disappear, where one says so. Groups have theirs in their settings. */
async function learnTimer(
  { socket, groups }: Arrivals,
  { library }: Reading,
  { key, message, seconds }: Arrived,
) {
  const timer = readTimer(library, message);
  const jid = key.remoteJid ?? "";
  if (timer !== null && library.isJidGroup(jid)) groups.forget(jid);
  if (timer === null || identityOf(library, jid) === null) return;
  await available(keepTimer(socket, jid, { seconds: timer, at: seconds * 1000 }));
}
