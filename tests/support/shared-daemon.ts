import type { TestDaemon } from "./daemon.ts";
import { ownDaemon } from "./own-daemon.ts";

/** A daemon as everybody has it, for all tests of a file. */
export function sharedDaemon(): TestDaemon {
  return ownDaemon();
}
