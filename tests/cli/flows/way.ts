/** The same command lines by another way. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { profilePath } from "../../../cli/lib/settings/profiles.ts";
import type { Prepared } from "./flow.ts";
import type { Site } from "./site.ts";
import { type SlowRelay, startSlowRelay } from "./slow-relay.ts";

/** Another address for the daemon, and for the sandbox. */
export type Way = { daemon: { url: string }; sandbox: { url: string } };
export type SlowWay = { daemon: SlowRelay; sandbox: SlowRelay; stop(): void };

/** The way on which answers come so many milliseconds late; null: never. */
export async function startSlowWay(site: Site, milliseconds: number | null): Promise<SlowWay> {
  const daemon = await startSlowRelay(site.daemon.url, milliseconds);
  const sandbox = await startSlowRelay(site.sandbox.graph.url, milliseconds);
  const stop = () => {
    daemon.stop();
    sandbox.stop();
  };
  return { daemon, sandbox, stop };
}

/** A command line that goes that way. */
export function by(way: Way, site: Site, { words, env, home }: Prepared): Prepared {
  if (home !== undefined) moveProfiles(home, site.daemon.url, way.daemon.url);
  const addresses = { WAYPOST_URL: way.daemon.url, WAYPOST_SANDBOX_URL: way.sandbox.url };
  return {
    words: words.map((word) => (word === site.daemon.url ? way.daemon.url : word)),
    env: { ...env, ...addresses },
    ...(home === undefined ? {} : { home }),
  };
}

/** A profile's key is sent to the profile's address alone: that becomes the way's. */
function moveProfiles(home: string, from: string, to: string): void {
  const path = profilePath({ HOME: home });
  if (existsSync(path)) writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
}
