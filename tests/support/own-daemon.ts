import { afterAll, beforeAll } from "bun:test";
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from "./daemon.ts";

/** A daemon with settings of its own, for all tests of a file: it is there from the first hook on that the file adds itself. */
export function ownDaemon(options: TestDaemonOptions = {}): TestDaemon {
  const daemon = {} as TestDaemon;
  beforeAll(async () => {
    Object.assign(daemon, await startTestDaemon(options));
  });
  afterAll(() => daemon.stop());
  return daemon;
}
