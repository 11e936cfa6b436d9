import { type FileHandle, open } from "node:fs/promises";
import { type Measures, NO_MEASURES } from "./measures.ts";

/** A box of an MP4 file (ISO/IEC 14496-12, section 4.2): its contents are from `start` to `end`. */
type Box = { type: string; start: number; end: number };

/** A whole file has few boxes where its measures are; one that has more is made to keep us busy. */
const MOST_BOXES = 500;
/** The longest part of a box that is read: the header of a track, of version 1. */
const FIELD_BYTES = 96;

/** Reads how long a video is, and how large its first picture track. Reads headers alone, of boxes that are within the file. */
export async function measureMp4(path: string): Promise<Measures> {
  const file = await open(path);
  try {
    const budget = { boxes: MOST_BOXES };
    const { size } = await file.stat();
    const movie = await childNamed(file, { type: "file", start: 0, end: size }, "moov", budget);
    if (movie === undefined) return NO_MEASURES;
    const inner = await childrenOf(file, movie, budget);
    const header = inner.find(({ type }) => type === "mvhd");
    const duration_seconds = header === undefined ? null : await durationOf(file, header);
    for (const track of inner.filter(({ type }) => type === "trak")) {
      const picture = await pictureOf(file, track, budget);
      if (picture !== null) return { ...picture, duration_seconds };
    }
    return { ...NO_MEASURES, duration_seconds };
  } finally {
    await file.close();
  }
}

type Budget = { boxes: number };

async function childNamed(file: FileHandle, parent: Box, name: string, budget: Budget) {
  return (await childrenOf(file, parent, budget)).find(({ type }) => type === name);
}

async function childrenOf(file: FileHandle, parent: Box, budget: Budget): Promise<Box[]> {
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

async function durationOf(file: FileHandle, box: Box): Promise<number | null> {
  const bytes = await bytesAt(file, box.start, box.end);
  const isLong = bytes.readUInt8(0) === 1;
  const timescale = bytes.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
  const isUnknown = duration === (isLong ? Number(2n ** 64n - 1n) : 2 ** 32 - 1);
  return timescale === 0 || isUnknown ? null : duration / timescale;
}

/** Width and height are the last two fields, in 1/65536 of a pixel; a track of sound has none. */
async function pictureOf(file: FileHandle, track: Box, budget: Budget) {
  const header = await childNamed(file, track, "tkhd", budget);
  if (header === undefined) return null;
  const bytes = await bytesAt(file, header.start, header.end);
  const at = bytes.readUInt8(0) === 1 ? 88 : 76;
  const [width, height] = [bytes.readUInt32BE(at) >>> 16, bytes.readUInt32BE(at + 4) >>> 16];
  return width === 0 || height === 0 ? null : { width, height };
}

async function bytesAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const length = Math.min(FIELD_BYTES, end - start);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
