import type { WASocket } from "baileys";

/**
 * Keeps a socket from remembering messages for five minutes: what was sent is in the database, from where recipients
 * get it again. Each would have a timer, and timers keep their async context: all the Signal keys that were decoded to
 * send it (Baileys, `Utils/message-retry-manager`).
 */
export function rememberNoMessages({ messageRetryManager }: Pick<WASocket, "messageRetryManager">): void {
  if (messageRetryManager !== null) messageRetryManager.addRecentMessage = () => {};
}
