/** Compares what was accepted with the records, and with what came to people. */
import type { Arrived } from "./arrivals.ts";

export type Sides = {
  /** Ids of what was answered with 201, by the message's text. */
  accepted: ReadonlyMap<string, string>;
  /** The status of every message that is stored, by its id. */
  stored: ReadonlyMap<string, string>;
  /** Ids of messages of which the record says that nobody knows whether a call of theirs arrived. */
  doubted: ReadonlySet<string>;
  arrived: Arrived;
};

/** Numbers of messages. */
export type Compared = {
  accepted: number;
  /** By the status of their messages; `missing` have none. */
  statuses: Record<string, number>;
  /** Stored, or arrived, without a 201 to anybody. */
  unasked: number;
  arrived: { official: number; paired: number };
  /** Sent by their records, and nobody got them. */
  unseen: number;
  /** Failed without a doubt by their records, and somebody got them. */
  seenAlthoughFailed: number;
  /** Came more than once; `recorded` are those among them whose records admit it. */
  doubled: { official: number; paired: number; recorded: number };
};

const SENT = ["sent", "delivered", "read"];
const FINAL = [...SENT, "failed"];

export function compare({ accepted, stored, doubted, arrived }: Sides): Compared {
  const paired = new Map([...arrived.paired].map(([text, times]) => [accepted.get(text) ?? text, times]));
  const known = new Set(accepted.values());
  const got = [...arrived.official, ...paired];
  const isSeen = (id: string) => arrived.official.has(id) || paired.has(id);
  const strangers = new Set([...stored.keys(), ...got.map(([id]) => id)].filter((id) => !known.has(id)));
  const statuses: Record<string, number> = {};
  for (const id of known) {
    const status = stored.get(id) ?? "missing";
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const twice = (times: ReadonlyMap<string, number>) => [...times].filter(([, count]) => count > 1);
  const withStatus = (wanted: readonly string[]) =>
    [...stored].filter(([, status]) => wanted.includes(status)).map(([id]) => id);
  return {
    accepted: known.size,
    statuses,
    unasked: strangers.size,
    arrived: { official: arrived.official.size, paired: paired.size },
    unseen: withStatus(SENT).filter((id) => !isSeen(id)).length,
    seenAlthoughFailed: withStatus(["failed"]).filter((id) => isSeen(id) && !doubted.has(id)).length,
    doubled: {
      official: twice(arrived.official).length,
      paired: twice(paired).length,
      recorded: twice(new Map(got)).filter(([id]) => doubted.has(id)).length,
    },
  };
}

/** What is wrong, in sentences. */
export function complaints(found: Compared): string[] {
  const { official, paired, recorded } = found.doubled;
  const unfinished = Object.entries(found.statuses).filter(([status]) => !FINAL.includes(status));
  return [
    ...unfinished.map(([status, count]) => `${count} of what was accepted is ${status}`),
    ...count(found.unasked, "messages that nobody was answered 201 for"),
    ...count(found.unseen, "messages that are sent by their records, and nobody got"),
    ...count(found.seenAlthoughFailed, "messages that failed by their records, and somebody got"),
    ...count(official + paired - recorded, "messages sent twice without a record of the doubt"),
  ];
}

/** Nothing if there are none. */
export function count(number: number, what: string): string[] {
  return number === 0 ? [] : [`${number} ${what}`];
}
