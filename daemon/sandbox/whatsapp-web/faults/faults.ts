/** The faults, and the moments at which each can happen: the first is the default. */
export const FAULTS = {
  /** The WebSocket upgrade is answered with HTTP 503. */
  refuse: ["upgrade"],
  /** The connection stays open, and the server says nothing. */
  freeze: ["now", "upgrade", "login"],
  /** The connection is cut without a reason. */
  drop: ["now", "login", "message"],
  /** A client that wants to be linked is given nothing to show. */
  no_qr: ["registration"],
  /** A client that wants to be linked is given one reference only. */
  few_refs: ["registration"],
  "401": ["now", "login"],
  "402": ["now", "login"],
  "403": ["now", "login"],
  "405": ["now", "login"],
  "428": ["now", "login"],
  "440": ["now", "login"],
  "500": ["now", "login"],
  "503": ["now", "login"],
  "515": ["now", "login"],
  /** A message is taken and passed on, and not acknowledged. */
  no_ack: ["message"],
  /** A message is swallowed: neither acknowledged nor passed on. */
  lost: ["message"],
  /** A message is taken and passed on, and acknowledged `delay_ms` later. */
  slow_ack: ["message"],
  /** A message is not taken: the acknowledgement says 463 (the account may not begin new chats). */
  ack_463: ["message"],
  /** A message is not taken: the acknowledgement says 479 (the stanza is not right). */
  ack_479: ["message"],
  /** A message is not taken: the acknowledgement says 429 (too many). */
  ack_429: ["message"],
  /** Whether a number has an account, or that a call is rejected, is never answered. */
  no_answer: ["lookup", "call"],
  /** The same is answered with an error. */
  error: ["lookup", "call"],
} as const satisfies Record<string, readonly Moment[]>;

export type Moment = "upgrade" | "registration" | "login" | "message" | "lookup" | "call" | "now";
export type FaultName = keyof typeof FAULTS;

/** A fault that waits for its moment. */
export type Fault = {
  id: number;
  fault: FaultName;
  at: Moment;
  /** The account it applies to; null for everyone. */
  number: string | null;
  /** How often it still happens. */
  times: number;
  /** For `slow_ack`. */
  delayMs: number;
};

export type NewFault = Omit<Fault, "id">;

/** The requested faults. */
export type Faults = {
  add(fault: NewFault): Fault;
  /** The next fault for this moment, used up by one; a number is known from login on. */
  take(at: Moment, number?: string): Fault | undefined;
  all(): Fault[];
  clear(): void;
};

export function createFaults(): Faults {
  const waiting: Fault[] = [];
  let last = 0;
  return {
    add(fault) {
      last += 1;
      const added = { id: last, ...fault };
      waiting.push(added);
      return added;
    },
    take(at, number) {
      const found = waiting.find(
        (fault) => fault.at === at && (fault.number === null || fault.number === number),
      );
      if (found === undefined) return undefined;
      found.times -= 1;
      if (found.times <= 0) waiting.splice(waiting.indexOf(found), 1);
      return { ...found };
    },
    all: () => waiting.map((fault) => ({ ...fault })),
    clear: () => void waiting.splice(0),
  };
}
