import { type FileHandle, open } from "node:fs/promises";
import { type Box, type Budget, boxAt, boxesIn, bytesAt } from "./boxes.ts";

/** Movies of phones have a few tracks, each with some boxes. */
const MOST_BOXES = 500;
/** Of a table of sample entries: version, flags and how many there are. */
const TABLE_BYTES = 8;
/** Bytes before the boxes of a sample entry of pictures, and of sound. */
const PICTURE_BYTES = 78;
const SOUND_BYTES = 28;
/** Baseline, Main and High: 8 bits, and colours at half the size. */
const PROFILES = [66, 77, 100];
/** MPEG-4 audio, as the descriptor of a stream calls it (ISO/IEC 14496-1, section 7.2.6.6). */
const AAC = 0x40;

/**
 * Whether an MP4 file is one that every phone shows: one track of H.264, and one of AAC or none. Reads headers alone;
 * null when a file does not have them, or they are damaged.
 */
export async function videoEncoding(path: string): Promise<"h264" | "other" | null> {
  const file = await open(path);
  try {
    const budget = { boxes: MOST_BOXES };
    const { size } = await file.stat();
    const movie = await boxAt(file, { start: 0, end: size }, ["moov"], budget);
    if (movie === undefined) return null;
    return (await isPhoneVideo(file, movie, budget)) ? "h264" : "other";
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

async function isPhoneVideo(file: FileHandle, movie: Box, budget: Budget): Promise<boolean> {
  const tracks = (await boxesIn(file, movie, budget)).filter(({ type }) => type === "trak");
  const entries = await Promise.all(tracks.map((track) => entryOf(file, track, budget)));
  const [picture, ...morePictures] = ofType(entries, "avc1");
  const [sound, ...moreSounds] = ofType(entries, "mp4a");
  const known = [picture, sound].filter((entry) => entry !== undefined);
  if (picture === undefined || morePictures.length + moreSounds.length > 0) return false;
  if (known.length !== entries.length || !(await isPlain(file, picture, budget))) return false;
  return sound === undefined || (await isAac(file, sound, budget));
}

/** How the samples of a track are encoded; undefined when it does not say, or in more ways than one. */
async function entryOf(file: FileHandle, track: Box, budget: Budget): Promise<Box | undefined> {
  const table = await boxAt(file, track, ["mdia", "minf", "stbl", "stsd"], budget);
  if (table === undefined) return undefined;
  const entries = await boxesIn(file, { ...table, start: table.start + TABLE_BYTES }, budget);
  return entries.length === 1 ? entries[0] : undefined;
}

function ofType(entries: readonly (Box | undefined)[], type: string): Box[] {
  return entries.filter((entry) => entry !== undefined && entry.type === type) as Box[];
}

async function isPlain(file: FileHandle, entry: Box, budget: Budget): Promise<boolean> {
  const settings = await boxAt(file, { ...entry, start: entry.start + PICTURE_BYTES }, ["avcC"], budget);
  if (settings === undefined) return false;
  return PROFILES.includes((await bytesAt(file, settings.start, settings.end)).readUInt8(1));
}

async function isAac(file: FileHandle, entry: Box, budget: Budget): Promise<boolean> {
  const stream = await boxAt(file, { ...entry, start: entry.start + SOUND_BYTES }, ["esds"], budget);
  if (stream === undefined) return false;
  const bytes = await bytesAt(file, stream.start, stream.end);
  // version and flags; the descriptor of the stream with an id and flags; in it, that of the decoder
  const outer = bodyOf(bytes, 4, 0x03);
  return bytes.readUInt8(bodyOf(bytes, outer + 3, 0x04)) === AAC;
}

/** Where a descriptor's contents begin: behind its tag and its length, which has one to four bytes. */
function bodyOf(bytes: Buffer, at: number, tag: number): number {
  if (bytes.readUInt8(at) !== tag) throw new Error("another descriptor was expected");
  let length = at + 1;
  while (bytes.readUInt8(length) >= 0x80) length++;
  return length + 1;
}
