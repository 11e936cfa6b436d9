import type { FileHandle } from "node:fs/promises";

/** A box of an MP4 file (ISO/IEC 14496-12, section 4.2): its contents are from `start` to `end`. */
export type Box = { type: string; start: number; end: number };

/** How many boxes are still looked at: a file that has more is made to keep us busy. */
export type Budget = { boxes: number };

/** The most that is read of a box at a time. */
const MOST_BYTES = 128;

/** The boxes within a part of a file, as far as they are whole. */
export async function boxesIn(
  file: FileHandle,
  parent: Pick<Box, "start" | "end">,
  budget: Budget,
): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = parent.start; at + 8 <= parent.end && budget.boxes > 0; budget.boxes--) {
    const head = await bytesAt(file, at, Math.min(parent.end, at + 16));
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? parent.end - at : short;
    const start = at + (isLong ? 16 : 8);
    if (at + length < start || at + length > parent.end) break;
    boxes.push({ type: head.toString("latin1", 4, 8), start, end: at + length });
    at += length;
  }
  return boxes;
}

/** The first box that is found by going down these names. */
export async function boxAt(
  file: FileHandle,
  parent: Pick<Box, "start" | "end">,
  names: readonly string[],
  budget: Budget,
): Promise<Box | undefined> {
  const [name, ...rest] = names;
  const found = (await boxesIn(file, parent, budget)).find(({ type }) => type === name);
  return found === undefined || rest.length === 0 ? found : await boxAt(file, found, rest, budget);
}

/** Part of a file: fewer bytes where it is cut off, and never many. */
export async function bytesAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const length = Math.max(0, Math.min(MOST_BYTES, end - start));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
