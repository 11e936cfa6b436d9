import type { BaileysEventMap, WASocket } from "baileys";
import { STATUS_REASONS, statusReason } from "../../../lib/status-reasons.ts";
import type { Hold } from "../../provider.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import type { WhatsAppWebRecords } from "./records.ts";

/** How long somebody is held back where WhatsApp does not say until when. */
const UNKNOWN_MS = 3600_000;

/** Why messages are held, as their records and the channel's limits show it. */
const LOCKED = "new_chats_locked";
const USED_UP = "new_chats_used_up";
const REFUSED = "recipient_refused";

/**
 * The hold after WhatsApp's error 463: it does not let the number write to a person. The account's lock shows whether
 * that concerns this person alone, whose trust is not proven, or everybody new. The channel then shows it as
 * restricted; people who wrote to it before are still answered.
 */
export async function holdAfterRefusal(session: WhatsAppWebSession, socket: WASocket): Promise<Hold> {
  const found = await askForLock(socket);
  if (found?.isActive === false) return { scope: "person", reason: REFUSED, lastsMs: UNKNOWN_MS };
  const named = found?.timeEnforcementEnds;
  await session.restrict(statusReason("closed_with", STATUS_REASONS.chats_locked, 463), endOf(named));
  const end = isToCome(named) ? { until: named } : { lastsMs: UNKNOWN_MS };
  return { scope: "new_contacts", reason: LOCKED, ...end };
}

/** Sockets that ask WhatsApp: Baileys reports the response as it would a notification. */
const asking = new WeakSet<WASocket>();

async function askForLock(socket: WASocket) {
  asking.add(socket);
  const found = await socket.fetchAccountReachoutTimelock().catch(() => null);
  asking.delete(socket);
  return found;
}

/** Whether a restriction reported by a socket is the response to our own question. */
export function isAsking(socket: WASocket): boolean {
  return asking.has(socket);
}

/** Asks whether WhatsApp holds a number back that has just connected, or no longer does. */
export async function askForRestrictions(braking: Braking, socket: WASocket): Promise<void> {
  const lock = await askForLock(socket);
  if (lock !== null) await onReachoutLock(braking, lock);
  const cap = await socket.fetchNewChatMessageCap().catch(() => null);
  if (cap) await onCapping(braking, cap);
}

type Braking = { records: WhatsAppWebRecords; session: WhatsAppWebSession };

/** WhatsApp says that it holds the number back, or that it no longer does. */
export async function onReachoutLock(
  braking: Braking,
  { isActive, timeEnforcementEnds }: NonNullable<BaileysEventMap["connection.update"]["reachoutTimeLock"]>,
): Promise<void> {
  if (isActive) await hold(braking, STATUS_REASONS.chats_locked, LOCKED, endOf(timeEnforcementEnds));
  else await release(braking);
}

/** How many chats the number may begin, as WhatsApp counts: the last warning stops it, too. */
export async function onCapping(
  braking: Braking,
  { capping_status, cycle_end_timestamp }: BaileysEventMap["message-capping.update"],
): Promise<void> {
  if (capping_status !== "CAPPED" && capping_status !== "SECOND_WARNING") return;
  const until = endOf(new Date(Number(cycle_end_timestamp) * 1000));
  await hold(braking, STATUS_REASONS.chats_used_up, USED_UP, until);
}

/** Shows it, and lets messages to new contacts wait until then. */
async function hold(
  { records, session }: Braking,
  shown: string,
  reason: string,
  until: Date,
): Promise<void> {
  await session.restrict(shown, until);
  await records.receive(session, [{ kind: "channel", newContactsUntil: until, newContactsReason: reason }]);
}

async function release({ records, session }: Braking): Promise<void> {
  await session.unrestrict();
  await records.receive(session, [{ kind: "channel", newContactsUntil: null }]);
}

/** When WhatsApp says that it ends; in a while when it does not say, or names a time that is none or is over. */
function endOf(named: Date | undefined): Date {
  return isToCome(named) ? named : new Date(Date.now() + UNKNOWN_MS);
}

function isToCome(named: Date | undefined): named is Date {
  return named !== undefined && named.getTime() > Date.now();
}
