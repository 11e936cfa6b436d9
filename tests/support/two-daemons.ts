/** Two daemons on one database, for all tests of a file. */
import { afterAll, beforeAll } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { type OwnDaemon, startTestDaemon, type TestDaemonOptions } from "./daemon.ts";
import { startPrefixProxy } from "./prefix-proxy.ts";

/** The first of two daemons; `urls` are those of both. */
export type TwoDaemons = OwnDaemon & { urls: readonly [string, string] };

export function twoDaemons(options: TestDaemonOptions = {}): TwoDaemons {
  const waypost = {} as TwoDaemons;
  let second: Daemon;
  beforeAll(async () => {
    const first = await startTestDaemon(options);
    const { config, databaseUrl, secrets } = first;
    second = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
    Object.assign(waypost, first, { urls: [first.url, second.url] });
  });
  afterAll(async () => {
    await second.stop();
    await waypost.stop();
  });
  return waypost;
}

/** The same behind one address, which leads to each of them in turns. */
export function daemonsInTurns(): { waypost: TwoDaemons; url: string } {
  let turn = 0;
  const proxy = startPrefixProxy("", () => waypost.urls[turn++ % 2] ?? "");
  const waypost = twoDaemons({ config: { publicUrl: proxy.url } });
  afterAll(() => proxy.stop());
  return { waypost, url: proxy.url };
}
