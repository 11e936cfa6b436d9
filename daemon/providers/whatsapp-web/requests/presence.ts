import type { BaileysEventMap, WASocket } from "baileys";
import { isOnWhatsApp } from "../connection/questions/number-lookup.ts";
import type { Through } from "../groups/through.ts";
import { isOnline, showOnline } from "./online.ts";
import type { Presence, PresenceRequest, SeenPresence } from "./request.ts";

/** WhatsApp says it at once, or not at all: to whom a person does not show it there is no answer. */
const SHOWN_WITHIN_MS = 3000;

const NOTHING: SeenPresence = { presence: null, last_seen_at: null };

/**
 * Somebody's presence now; nothing of who has no account. WhatsApp shows it only to numbers that are online, so this one
 * is, meanwhile.
 */
export async function seePresence({ socket }: Through, { person }: PresenceRequest): Promise<SeenPresence> {
  if (!(await isOnWhatsApp(socket, person).catch(() => false))) return NOTHING;
  const names = await namesOf(socket, person);
  const shown = firstShown(socket, names);
  const wasOnline = isOnline(socket);
  try {
    if (!wasOnline) await showOnline(socket, true);
    await socket.presenceSubscribe(names[0] ?? person);
    return await shown.found;
  } catch {
    return NOTHING;
  } finally {
    shown.end();
    if (!wasOnline) await showOnline(socket, false).catch(() => {});
  }
}

/** A person's addresses, the LID first. */
async function namesOf({ signalRepository: { lidMapping } }: WASocket, person: string): Promise<string[]> {
  if (person.endsWith("@lid")) {
    const number = await lidMapping.getPNForLID(person);
    return [person, ...(number === null ? [] : [withoutDevice(number)])];
  }
  const lid = await lidMapping.getLIDForPN(person);
  return [...(lid === null ? [] : [withoutDevice(lid)]), person];
}

/** Waits for what one of the addresses shows. */
function firstShown(
  { ev }: WASocket,
  names: readonly string[],
): { found: Promise<SeenPresence>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<SeenPresence>();
  const see = ({ id, presences }: BaileysEventMap["presence.update"]) => {
    const [shown] = Object.values(presences);
    if (shown === undefined || !names.includes(withoutDevice(id))) return;
    const { lastKnownPresence, lastSeen } = shown;
    resolve({
      presence: lastKnownPresence as Presence,
      last_seen_at: lastSeen === undefined ? null : new Date(lastSeen * 1000).toISOString(),
    });
  };
  ev.on("presence.update", see);
  const late = setTimeout(() => resolve(NOTHING), SHOWN_WITHIN_MS);
  return {
    found: promise,
    end() {
      clearTimeout(late);
      ev.off("presence.update", see);
    },
  };
}

function withoutDevice(jid: string): string {
  return jid.replace(/:\d+@/, "@");
}
