/** A ZIP archive is made as it is read, and one that is not whole can't be taken for one. */
import { expect, test } from "bun:test";
import { type ZipEntry, zipOf } from "../../daemon/archives/zip.ts";
import { until } from "../support/until.ts";
import { unzipped } from "./unzipped.ts";

const PIECE = new Uint8Array(64 * 1024);
const entry = (name: string, bytes: ZipEntry["bytes"], isText = false): ZipEntry => ({
  ...{ name, bytes, isText, changedAt: new Date("2026-11-30T10:00:00Z") },
});
async function* entries(...all: ZipEntry[]) {
  yield* all;
}
const packed = (...all: ZipEntry[]) =>
  new Response(
    zipOf(
      () => entries(...all),
      () => {},
    ),
  ).bytes();

/** Bytes without an end, and how many were taken of them. */
function endless() {
  const taken = { pieces: 0, isEnded: false };
  async function* bytes() {
    try {
      for (;;) {
        taken.pieces += 1;
        yield PIECE;
      }
    } finally {
      taken.isEnded = true;
    }
  }
  return { taken, bytes: bytes() };
}

test("its files come out as they went in, packed or not", async () => {
  const text = "Grüße ".repeat(100_000);
  const archive = await packed(
    entry("text.html", new Blob([text]).stream(), true),
    entry("empty.txt", new Blob([]).stream(), true),
    entry("raw.bin", new Blob([text]).stream()),
  );
  expect(await unzipped(archive)).toEqual({ "text.html": text, "empty.txt": "", "raw.bin": text });
  expect(archive.length).toBeLessThan(text.length * 2);
});

test("nothing is taken ahead of who reads it, and nothing after they are gone", async () => {
  const { taken, bytes } = endless();
  const reader = zipOf(
    () => entries(entry("endless", bytes)),
    () => {},
  ).getReader();
  for (let piece = 0; piece < 20; piece++) await reader.read();
  expect(taken.pieces).toBeLessThan(40);
  await reader.cancel();
  await until(() => taken.isEnded);
});

test("who looks for the next file is told when the reader is gone, and packs none that they found meanwhile", async () => {
  const { taken, bytes } = endless();
  const found = Promise.withResolvers<void>();
  const told: boolean[] = [];
  async function* searched(gone: AbortSignal) {
    yield entry("first", new Blob(["first"]).stream());
    await found.promise;
    told.push(gone.aborted);
    try {
      yield entry("next", bytes);
    } finally {
      told.push(true);
    }
  }
  const reader = zipOf(searched, () => {}).getReader();
  await reader.read();
  await reader.cancel();
  found.resolve();
  await until(() => told.length === 2);
  expect([told, taken.pieces]).toEqual([[true, true], 0]);
});

test("what goes wrong with a file is told, and ends it", async () => {
  async function* broken() {
    yield PIECE;
    throw new Error("the disk is gone");
  }
  const told: unknown[] = [];
  const archive = zipOf(
    () => entries(entry("broken", broken())),
    (cause) => told.push(cause),
  );
  expect(new Response(archive).bytes()).rejects.toThrow("the disk is gone");
  await until(() => told.length === 1);
});
