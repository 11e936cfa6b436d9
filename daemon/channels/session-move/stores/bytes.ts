import { isObject } from "../../../lib/objects.ts";
import { StoreFailure } from "./store-failure.ts";

/** Bytes as Baileys' stores have them. */
export type Bytes = { type: "Buffer"; data: string };

/** Stores nest no deeper than this. */
const MOST_DEPTH = 16;

export function bytesOf(value: Uint8Array): Bytes {
  return { type: "Buffer", data: Buffer.from(value).toString("base64") };
}

/**
 * A value of a store with its bytes in Baileys' form. Older stores have them as lists of numbers, in place of the base64
 * (Node's own form) or as an object of their places (a `Uint8Array` through plain JSON).
 */
export function withBytes(value: unknown, depth = 0): unknown {
  if (depth > MOST_DEPTH) throw new StoreFailure("a value of this store is nested too deeply");
  if (Array.isArray(value)) return value.map((one) => withBytes(one, depth + 1));
  if (!isObject(value)) return value;
  const listed = value.type === "Buffer" && Array.isArray(value.data) ? value.data : placed(value);
  if (listed !== null) return bytesOf(Uint8Array.from(listed));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBytes(one, depth + 1)]));
}

/** The numbers of `{"0":12,"1":7}`; null for any other object. */
function placed(value: Record<string, unknown>): number[] | null {
  const numbers = Object.values(value);
  const isPlaced =
    numbers.length > 0 &&
    Object.keys(value).every((name, index) => name === String(index)) &&
    numbers.every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256);
  return isPlaced ? (numbers as number[]) : null;
}
