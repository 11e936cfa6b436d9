import type { End } from "./end.ts";

/**
 * One run as seen from outside: by clients, those on the phones, receivers of webhooks, readers of the event log,
 * and an observer of the processes. Times are milliseconds since the run began. Organisations go by a label.
 */
export type History = {
  calls: Call[];
  sends: Send[];
  /** The channels that send a message again in no case. */
  atMostOnce: string[];
  cancels: Cancel[];
  suppressions: Suppression[];
  /** The organisations that answer everybody by itself that they are away. */
  away: string[];
  words: Word[];
  budgets: BudgetEnd[];
  merges: Merge[];
  reveals: Reveal[];
  arrivals: Arrival[];
  written: Written[];
  endpoints: Endpoint[];
  received: Received[];
  readings: Reading[];
  revocations: Revocation[];
  probes: Probe[];
  broadcasts: BroadcastEnd[];
  imports: ImportEnd[];
  samples: Sample[];
  states: State[];
  faults: Fault[];
  /** When a daemon wanted to work, and the machine had no time for it. */
  shortages: { at: number; until: number }[];
  end: End;
};

/** One request to the API, and the response if one came. */
export type Call = {
  at: number;
  until: number;
  organization: string;
  /** The name of the key that it was made with. */
  key: string;
  method: string;
  path: string;
  /** Null: no response came. */
  status: number | null;
  /** The code of an error; null where the body had none. */
  code: string | null;
  /** Whether the body of an error has all that errors have. */
  isWellFormed: boolean;
};

/** A message that a client wanted to send; its text is like no other's. */
export type Send = {
  text: string;
  organization: string;
  channel: string;
  person: string;
  /** How the person behaves: a name of `world/habits.ts`. */
  habit: string;
  idempotencyKey: string;
  /** The time of the first request. */
  at: number;
  /** Each response that accepted it, those to repetitions too. */
  accepted: { id: string; at: number }[];
  /** The code of the refusal that ended it. */
  refused: string | null;
  /** Whether it was to go at once: scheduled messages stand in no order with others. */
  isImmediate: boolean;
  /** The message that it answers. */
  quotes: string | null;
  /** Whether it counts in the organisation's budget. */
  isPaid: boolean;
};

/** A cancellation; `at` is when it was confirmed. */
export type Cancel = { text: string; at: number };

/** A suppression that was confirmed at `at`; `until` is when something was done to end it. */
export type Suppression = { organization: string; person: string; at: number; until: number };

/** A person's STOP or START. */
export type Word = { text: string; organization: string; person: string; at: number };

/** Somebody with a user id shared their number. */
export type Reveal = { organization: string; person: string; number: string };

/** A budget at the end. */
export type BudgetEnd = { id: string; organization: string; price: number; amount: number; spent: number };

/** Two contacts that became one; `at` is when that was confirmed. */
export type Merge = { organization: string; kept: string; gone: string; at: number };

/** A message on somebody's phone, in the order in which they came there. */
export type Arrival = {
  text: string;
  channel: string;
  person: string;
  order: number;
  at: number;
  /** The message that it shows as the one it answers, by WhatsApp's id. */
  quotes: string | null;
};

/** A message that a person sent to a channel. */
export type Written = { text: string; organization: string; channel: string; person: string; at: number };

/** Where an organisation has events posted to. */
export type Endpoint = {
  id: string;
  organization: string;
  /** Null: all. */
  types: string[] | null;
  /** When its creation was confirmed; earlier events may be missing. */
  at: number;
  /** Whether it accepts everything by the end. */
  isHealthy: boolean;
};

/** A webhook as it arrived. */
export type Received = {
  at: number;
  endpoint: string;
  id: string;
  type: string;
  body: string;
  isSigned: boolean;
  /** Whether the receiver accepted it, and its answer went out. */
  isAccepted: boolean;
};

/**
 * The events that a reader of the log had, in order; it was interrupted again and again, and continued from its last
 * cursor.
 */
export type Reading = { reader: string; organization: string; ids: string[] };

/** A key that was revoked; `at` is when that was confirmed. */
export type Revocation = { key: string; at: number };

/** Somebody requested a thing of another organisation. */
export type Probe = { at: number; organization: string; path: string; status: number | null };

/** A broadcast at the end. */
export type BroadcastEnd = {
  id: string;
  organization: string;
  status: string;
  audience: number;
  /** How many are in each state that a person can be in. */
  states: Record<string, number>;
  /** The person of every message that it made. */
  people: string[];
};

/** An import at the end. */
export type ImportEnd = {
  id: string;
  organization: string;
  status: string;
  rows: number;
  counts: { records: number; created: number; updated: number; unchanged: number; refused: number };
  /** How many contacts each row has become. */
  contacts: number[];
};

/** A daemon's use of the machine. */
export type Sample = {
  at: number;
  daemon: string;
  megabytes: number;
  files: number;
  connections: number;
  /** For how long it has waited for a processor since its start; 0 where the system doesn't say. */
  waitedMs: number;
};

/** What a daemon said of itself; a status of null: nothing. */
export type State = {
  at: number;
  until: number;
  daemon: string;
  path: string;
  status: number | null;
  /** What its health said of its worker. */
  worker: string | null;
};

/** A fault that was caused, for the report; the checker excuses nothing with it but a daemon that says it is unwell. */
export type Fault = { at: number; until: number; kind: string; says: string };

/** A history in which nothing happened. */
export function emptyHistory(): History {
  return {
    ...{
      calls: [],
      sends: [],
      atMostOnce: [],
      cancels: [],
      suppressions: [],
      merges: [],
      arrivals: [],
      written: [],
    },
    ...{ away: [], words: [], budgets: [], reveals: [] },
    ...{ endpoints: [], received: [], readings: [], revocations: [], probes: [] },
    ...{ broadcasts: [], imports: [], samples: [], states: [], faults: [], shortages: [] },
    end: {
      ...{ at: 0, messages: [], events: [], contacts: [], conversations: [] },
      ...{ inboundWaiting: 0, inboundFailed: 0, tables: [], documented: [] },
    },
  };
}
