/** What Waypost promises, as `docs/promises.md` numbers it. */
export const PROMISES = {
  1: "Every message that was accepted is kept, and ends",
  2: "The record of a message is true",
  3: "Nobody gets a message twice, unless its record says that this may be",
  4: "The messages of a conversation arrive in order",
  5: "Cancelled, expired and suppressed is final",
  6: "A status only goes forward",
  7: "Every change has its event, once",
  8: "Every event reaches every endpoint that wants it",
  9: "The event log gives each event once, in order",
  10: "One idempotency key has one effect",
  11: "No inbound message is lost or doubled",
  12: "A broadcast and an import do each of their rows once",
  13: "No organisation sees another",
  14: "A revoked key is refused within a second",
  15: "Memory, connections, files and queues stay bounded",
  16: "Every error is one that the documentation names",
  17: "Every message is found with the person that it is of",
  18: "A daemon that is well says so",
  19: "A budget is spent once, and never beyond",
  20: "Automatic messages are sent once",
} as const;

/** The number of a promise. */
export type Promised = keyof typeof PROMISES;
