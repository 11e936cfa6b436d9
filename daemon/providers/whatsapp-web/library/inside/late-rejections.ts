/** Pending work of a dead connection was refused: its keys must not be used any more. */
export class ConnectionOverError extends Error {}

/**
 * Keeps promises that Baileys drops from ending the process: its handlers of
 * what comes in (`ws.on("CB:…", async …)` in `Socket/socket.js`) let errors of a
 * connection that is closing go unhandled. Only its own errors (Booms) and ours
 * about a dead connection are let pass; any other ends the process as before.
 */
export function ignoreLateRejections(): void {
  process.on("unhandledRejection", (reason) => {
    if (!isLate(reason)) throw reason;
  });
}

/** Whether an error is one of a connection that is gone. */
function isLate(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  return reason instanceof ConnectionOverError || ("isBoom" in reason && reason.isBoom === true);
}
