import type { WASocket } from "baileys";

/** Sockets of numbers that are shown as there. */
const online = new WeakSet<WASocket>();

/** Whether a number is shown as there. */
export function isOnline(socket: WASocket): boolean {
  return online.has(socket);
}

/**
 * Shows a number as there, or as away. Baileys shows nothing until it has the account's name from the phone, which
 * WhatsApp does not need.
 */
export async function showOnline(socket: WASocket, isThere: boolean): Promise<void> {
  const type = isThere ? "available" : "unavailable";
  if (isThere) online.add(socket);
  else online.delete(socket);
  if (socket.authState.creds.me?.name) await socket.sendPresenceUpdate(type);
  else await socket.sendNode({ tag: "presence", attrs: { type } });
}
