/** The clock of Postgres, by libfaketime: every process of the server reads it from a file. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type DatabaseClock = {
  /** The environment with which the server has to be started. */
  environment: Record<string, string>;
  /** From now on, it is so much later for the server than before. */
  advance(byMs: number): void;
};

/** Where Debian and Ubuntu, Fedora, and Alpine have it (the package is `faketime`, or `libfaketime`). */
const LIBRARIES = [
  ...["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`),
  "/usr/lib64/faketime/libfaketime.so.1",
  "/usr/lib/faketime/libfaketime.so.1",
];
const FILE = "clock";

/** The clock of the server whose data is in this folder; null where the library is not installed. */
export function openClock(folder: string): DatabaseClock | null {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) return null;
  let aheadMs = 0;
  return {
    environment: {
      LD_PRELOAD: library,
      // its processes work in the folder of its data, which they may read whatever is above it
      FAKETIME_TIMESTAMP_FILE: `/proc/self/cwd/${FILE}`,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DISABLE_SHM: "1",
    },
    advance(byMs) {
      const next = aheadMs + byMs;
      // never empty, even for a moment: the library ends the process that reads that, in the middle of its work, and a
      // Postgres that ends so hangs, without the file that keeps a second one from its data
      writeFileSync(join(folder, `${FILE}.next`), `+${next / 1000}\n`, { mode: 0o644 });
      renameSync(join(folder, `${FILE}.next`), join(folder, FILE));
      aheadMs = next;
    },
  };
}
