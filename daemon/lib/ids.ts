import { decodeTime, monotonicFactory } from "ulid";

/** Prefixes of every identifier that is not a message's or a user's (those are UUIDs). */
export type IdPrefix =
  | "org"
  | "apr"
  | "bc"
  | "bg"
  | "can"
  | "ch"
  | "ct"
  | "cv"
  | "ep"
  | "ers"
  | "evt"
  | "key"
  | "tpl"
  | "tm"
  | "note"
  | "dlv"
  | "dmn"
  | "med"
  | "pce"
  | "upl"
  | "rpl"
  | "syn"
  | "imp"
  | "rc"
  | "rec"
  | "cmt"
  | "lst"
  | "rel"
  | "pip"
  | "qr"
  | "aud"
  | "inv"
  | "lnk"
  | "rst"
  | "pnd";

const ulid = monotonicFactory();

/** A time-ordered id such as `ch_01J…`: the prefix and a ULID. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid()}`;
}

/** When an id of `newId` was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf("_") + 1));
}

/** A time-ordered message id: UUIDv7, monotonic within this process. */
export function newMessageId(): string {
  return Bun.randomUUIDv7();
}

/** The same for a message of the past: it stands among those of its moment, behind what was made for that before. */
export function newPastMessageId(at: Date): string {
  return Bun.randomUUIDv7("hex", at);
}

/** When a message id was made, to the millisecond. */
export function timeOfMessageId(id: string): Date {
  return new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16));
}

/** The id that comes before those of all messages of a moment (milliseconds since 1970), and behind those of earlier ones. */
export function messageIdBound(milliseconds: number): string {
  const digits = Math.max(0, milliseconds).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
