import type { BaileysEventMap, WASocket } from "baileys";
import type { WhatsAppWebSession } from "../connection/session.ts";
import type { WhatsAppWebRecords } from "./records.ts";

/** How long a number rests that WhatsApp holds back without saying until when. */
const UNKNOWN_MS = 3600_000;

const RESTRICTED = "WhatsApp does not let this number start chats for a while";

/**
 * Stops a number that WhatsApp holds back from beginning chats: asks until
 * when, shows the channel as restricted, and returns when it may go on.
 */
export async function stopNewChats(session: WhatsAppWebSession, socket: WASocket): Promise<Date> {
  const found = await askForLock(socket);
  const until = endOf(found?.isActive === true ? found.timeEnforcementEnds : undefined);
  await session.restrict(`${RESTRICTED} (463)`, until);
  return until;
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

/** Asks whether WhatsApp holds a number back that has just connected. */
export async function askForRestrictions(braking: Braking, socket: WASocket): Promise<void> {
  const lock = await askForLock(socket);
  if (lock?.isActive === true) await onReachoutLock(braking, lock);
  const cap = await socket.fetchNewChatMessageCap().catch(() => null);
  if (cap) await onCapping(braking, cap);
}

type Braking = { records: WhatsAppWebRecords; session: WhatsAppWebSession };

/** WhatsApp says that it holds the number back, or that it no longer does. */
export async function onReachoutLock(
  braking: Braking,
  { isActive, timeEnforcementEnds }: NonNullable<BaileysEventMap["connection.update"]["reachoutTimeLock"]>,
): Promise<void> {
  if (isActive) await hold(braking, RESTRICTED, endOf(timeEnforcementEnds));
  else await release(braking);
}

/** How many chats the number may begin, as WhatsApp counts: the last warning stops it, too. */
export async function onCapping(
  braking: Braking,
  { capping_status, cycle_end_timestamp }: BaileysEventMap["message-capping.update"],
): Promise<void> {
  if (capping_status !== "CAPPED" && capping_status !== "SECOND_WARNING") return;
  const until = endOf(new Date(Number(cycle_end_timestamp) * 1000));
  await hold(braking, "WhatsApp's limit of new chats is used up", until);
}

/** Shows it, and lets the channel's lane rest until then. */
async function hold({ records, session }: Braking, reason: string, until: Date): Promise<void> {
  await session.restrict(reason, until);
  await records.receive(session, [{ kind: "channel", stoppedUntil: until }]);
}

async function release({ records, session }: Braking): Promise<void> {
  await session.unrestrict();
  await records.receive(session, [{ kind: "channel", stoppedUntil: null }]);
}

/** When WhatsApp says that it ends; in a while when it does not say, or names a time that is none or is over. */
function endOf(named: Date | undefined): Date {
  return named !== undefined && named.getTime() > Date.now() ? named : new Date(Date.now() + UNKNOWN_MS);
}
