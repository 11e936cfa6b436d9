/** The clock that runs give Postgres; without libfaketime there is none. */
import { expect, test } from "bun:test";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClock } from "../../../scripts/lab/proof/stage/database-clock.ts";

test("who reads the clock while it is set reads a whole time", () => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-clock-"));
  try {
    const clock = openClock(folder);
    if (clock === null) return;
    clock.advance(40_000);
    const reader = openSync(join(folder, "clock"), "r");
    clock.advance(5000);
    expect(readFileSync(reader, "utf8")).toBe("+40\n");
    expect(readFileSync(join(folder, "clock"), "utf8")).toBe("+45\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
