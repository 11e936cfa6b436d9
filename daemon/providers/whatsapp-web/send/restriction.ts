import type { BaileysEventMap, WASocket } from "baileys";
import { STATUS_REASONS, statusReason } from "../../../lib/status-reasons.ts";
import type { NewChats } from "../../channel-facts.ts";
import type { Hold } from "../../provider.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { newChatsOf } from "./new-chats.ts";
import type { WhatsAppWebRecords } from "./records.ts";

/** How long somebody is held back where WhatsApp does not say until when. */
const UNKNOWN_MS = 3600_000;
/** How long after one question WhatsApp is asked again: what it counts changes without a word. */
const ASKED_AGAIN_MS = 3 * 3600_000;
/** How long after the end that was named a lock is surely over. */
const AFTER_END_MS = 5000;

/** Why messages are held, as their records and the channel's limits show it. */
const LOCKED = "new_chats_locked";
/** The same word is in restrictions.sql, which holds them when WhatsApp says so unasked. */
const USED_UP = "new_chats_used_up";
const REFUSED = "recipient_refused";

type Braking = { records: WhatsAppWebRecords; session: WhatsAppWebSession; socket: WASocket };
type Lock = NonNullable<BaileysEventMap["connection.update"]["reachoutTimeLock"]>;

/**
 * The hold after WhatsApp's error 463: it does not let the number write to a person. The account's lock, and how many
 * chats it may begin, show whether that concerns this person alone, whose trust is not proven, or everybody new. Of a
 * lock, the channel is shown as restricted. People who wrote to it before are still answered.
 */
export async function holdAfterRefusal(braking: Braking): Promise<Hold> {
  const lock = await askForLock(braking.socket);
  const chats = await askForNewChats(braking);
  if (chats?.status === "CAPPED" && lock?.isActive !== true)
    return { scope: "new_contacts", reason: USED_UP, ...endOfHold(chats.cycle_end) };
  if (lock?.isActive === false) return { scope: "person", reason: REFUSED, lastsMs: UNKNOWN_MS };
  const named = lock?.timeEnforcementEnds;
  await braking.session.restrict(statusReason("closed_with", STATUS_REASONS.chats_locked, 463), endOf(named));
  return { scope: "new_contacts", reason: LOCKED, ...endOfHold(named) };
}

/** Sockets that ask WhatsApp: Baileys reports the response as it would a notification. */
const asking = new WeakSet<WASocket>();
const timers = new WeakMap<WASocket, NodeJS.Timeout>();

async function askForLock(socket: WASocket): Promise<Lock | null> {
  asking.add(socket);
  const found = await socket.fetchAccountReachoutTimelock().catch(() => null);
  asking.delete(socket);
  return found;
}

async function askForNewChats(braking: Braking): Promise<NewChats | null> {
  const told = await braking.socket.fetchNewChatMessageCap().catch(() => null);
  if (told === null) return null;
  await onCapping(braking, told);
  return newChatsOf(told);
}

/** Whether a restriction reported by a socket is the response to our own question. */
export function isAsking(socket: WASocket): boolean {
  return asking.has(socket);
}

/** Asks what WhatsApp holds a number back from, or no longer does; and again now and then, until `stopAsking`. */
export async function askForRestrictions(braking: Braking, againMs = ASKED_AGAIN_MS): Promise<void> {
  askIn(braking, againMs, againMs);
  const lock = await askForLock(braking.socket);
  if (lock !== null) await onReachoutLock(braking, lock, againMs);
  await askForNewChats(braking);
}

function askIn(braking: Braking, waitMs: number, againMs: number): void {
  if (braking.session.socket() !== braking.socket) return;
  stopAsking(braking.socket);
  // a question that fails is asked again, as every other
  const ask = () => void askForRestrictions(braking, againMs).catch(() => {});
  timers.set(braking.socket, setTimeout(ask, waitMs).unref());
}

/** The socket is closed. */
export function stopAsking(socket: WASocket): void {
  clearTimeout(timers.get(socket));
}

/** WhatsApp says that it holds the number back, or that it no longer does. It is asked again when that ends. */
export async function onReachoutLock(
  braking: Braking,
  { isActive, timeEnforcementEnds }: Lock,
  againMs = ASKED_AGAIN_MS,
): Promise<void> {
  const { records, session } = braking;
  const until = isActive ? endOf(timeEnforcementEnds) : null;
  if (until === null) await session.unrestrict();
  else {
    askIn(braking, Math.min(againMs, until.getTime() - Date.now() + AFTER_END_MS), againMs);
    await session.restrict(STATUS_REASONS.chats_locked, until);
  }
  await records.receive(session, [{ kind: "channel", newContactsUntil: until, newContactsReason: LOCKED }]);
}

/** WhatsApp says how many chats the number may begin, and has begun. */
export async function onCapping(
  { records, session }: Pick<Braking, "records" | "session">,
  told: BaileysEventMap["message-capping.update"],
): Promise<void> {
  await records.receive(session, [{ kind: "channel", newChats: newChatsOf(told) }]);
}

function endOfHold(named: Date | string | undefined): { until: Date } | { lastsMs: number } {
  const end = named === undefined ? undefined : new Date(named);
  return isToCome(end) ? { until: end } : { lastsMs: UNKNOWN_MS };
}

/** When WhatsApp says that it ends; in a while when it does not say, or names a time that is none or is over. */
function endOf(named: Date | undefined): Date {
  return isToCome(named) ? named : new Date(Date.now() + UNKNOWN_MS);
}

function isToCome(named: Date | undefined): named is Date {
  return named !== undefined && named.getTime() > Date.now();
}
