import { newMessageId } from "../lib/ids.ts";

/**
 * Ids for messages that are found later between others. Lists of a conversation are in the order of the ids, and what came
 * late has the id of when it came: an id of when a message was written may be one before what was written earlier.
 */

/** What stands on both sides; null where nothing is known. */
export type Neighbours = { after: string | null; before: string | null };

/** The ids as they are where they are in order between their neighbours; else so many others, which are. */
export function idsBetween(ids: readonly string[], { after, before }: Neighbours): readonly string[] {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return ids;
  if ((after === null || first > after) && (before === null || last < before)) return ids;
  const moment = (numberOf(first) >> RANDOM_BITS) << RANDOM_BITS;
  const low = after === null || numberOf(after) < moment ? moment : numberOf(after);
  const high = numberOf(before ?? newMessageId());
  const step = (high - low) / BigInt(ids.length + 1);
  // neighbours that came in another order than they were written leave no room
  return step <= 0n ? ids : ids.map((_id, index) => idOf(low + step * BigInt(index + 1)));
}

const LOW_BITS = 62n;
const MIDDLE_BITS = 12n;
const RANDOM_BITS = MIDDLE_BITS + LOW_BITS;
const bits = (count: bigint) => (1n << count) - 1n;

/** A UUIDv7 without the bits that all of them share (RFC 9562, "UUID Version 7"): numbers are in the order of ids. */
function numberOf(id: string): bigint {
  const whole = BigInt(`0x${id.replaceAll("-", "")}`);
  const [time, middle, low] = [whole >> 80n, (whole >> 64n) & bits(MIDDLE_BITS), whole & bits(LOW_BITS)];
  return (((time << MIDDLE_BITS) | middle) << LOW_BITS) | low;
}

function idOf(number: bigint): string {
  const time = number >> RANDOM_BITS;
  const middle = (number >> LOW_BITS) & bits(MIDDLE_BITS);
  const low = number & bits(LOW_BITS);
  const whole = (time << 80n) | (7n << 76n) | (middle << 64n) | (2n << 62n) | low;
  return whole
    .toString(16)
    .padStart(32, "0")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
