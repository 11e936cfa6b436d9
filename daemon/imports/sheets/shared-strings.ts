import { readSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { unreadable } from "./damaged.ts";
import { createTextBuilder } from "./row.ts";
import { unescaped } from "./xlsx-text.ts";
import { readXml, type XmlReader } from "./xml.ts";

/** The strings of a workbook, by the numbers that its cells have for them. */
export type SharedStrings = { at(index: number): string };

const MOST_STRINGS = 8_000_000;
const WRITE_BYTES = 64 * 1024;
/** How many of the strings that were used last are kept in memory; long ones are not. */
const CACHED = 4096;
const LONGEST_CACHED = 256;

/** Reads the strings of a workbook into a file, since there may be millions; only where each begins is in memory. */
export async function readSharedStrings(
  parts: AsyncIterable<Uint8Array>,
  file: FileHandle,
): Promise<SharedStrings> {
  const store = createStore(file.fd);
  for await (const text of readXml(parts, createStringsReader())) store.add(text);
  return store.finish();
}

function createStringsReader(): XmlReader<string> {
  const text = createTextBuilder();
  let strings: string[] = [];
  let isText = false;
  let isReading = true;
  return {
    opens(name) {
      if (name === "rPh") isReading = false;
      isText = name === "t" && isReading;
    },
    text(piece) {
      if (isText) text.add(piece);
    },
    closes(name) {
      isText = false;
      if (name === "rPh") isReading = true;
      if (name === "si") strings.push(unescaped(text.take()));
    },
    take() {
      const taken = strings;
      strings = [];
      return taken;
    },
  };
}

function createStore(fd: number) {
  const encoder = new TextEncoder();
  let ends = new Uint32Array(1024);
  let count = 0;
  let size = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  function write(): void {
    writeSync(fd, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  }

  return {
    add(text: string): void {
      if (count === MOST_STRINGS)
        throw unreadable(`the workbook has more than ${MOST_STRINGS} texts; save it as CSV`);
      const bytes = encoder.encode(text);
      size += bytes.length;
      if (count === ends.length) ends = grown(ends);
      ends[count] = size;
      count += 1;
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes >= WRITE_BYTES) write();
    },
    finish(): SharedStrings {
      write();
      return {
        at: cached((index) => (index < count ? read(fd, ends[index - 1] ?? 0, ends[index] ?? 0) : "")),
      };
    },
  };
}

function grown(ends: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
}

function read(fd: number, start: number, end: number): string {
  const bytes = new Uint8Array(end - start);
  readSync(fd, bytes, 0, bytes.length, start);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Caches the latest strings: most of those that repeat in a sheet repeat soon. */
function cached(read: (index: number) => string): (index: number) => string {
  const known = new Map<number, string>();
  return (index) => {
    const text = known.get(index) ?? read(index);
    known.delete(index);
    if (text.length <= LONGEST_CACHED) known.set(index, text);
    if (known.size > CACHED) known.delete(known.keys().next().value ?? -1);
    return text;
  };
}
