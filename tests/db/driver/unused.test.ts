/**
 * Faults of the driver that our patch leaves alone, because nothing here uses that: cursors, COPY, cancelled
 * statements, and a replication stream. Mend a fault before you use what it concerns: scripts/patches/README.md has a
 * list.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../../..");
const SOURCES = new Glob("{cli,daemon,db,scripts}/**/*.{ts,tsx}");
/** A method of the statement, right behind its text, and a COPY as its text. */
const UNMENDED = /[`)]\s*\.(?:cursor|readable|writable|cancel|subscribe)\(|sql\w*(?:<[^`]*>)?`\s*copy\b/;

test("no statement uses what the patched driver still gets wrong", () => {
  const found = [...SOURCES.scanSync(ROOT)].filter((path) =>
    UNMENDED.test(readFileSync(join(ROOT, path), "utf8")),
  );
  expect(found).toEqual([]);
});
