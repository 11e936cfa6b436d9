import { afterAll, beforeAll } from "bun:test";
import { type OwnDaemon, startTestDaemon, type TestDaemonOptions } from "./daemon.ts";

/** A daemon with settings of its own, for all tests of a file: it is there from the first hook on that the file adds itself. */
export function ownDaemon(options: TestDaemonOptions = {}): OwnDaemon {
  const daemon = {} as OwnDaemon;
  beforeAll(async () => {
    Object.assign(daemon, await startTestDaemon(options));
  });
  afterAll(() => daemon.stop());
  return daemon;
}
