import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { profilePath } from "../settings/profiles.ts";
import type { Environment } from "../terminal/terminal.ts";
import { isObject } from "../values/objects.ts";
import { PROGRAM, readInstallation } from "./installation.ts";
import { isNewer, isVersion, newestVersion, releasesAddress } from "./releases.ts";

/** The word that has the program look for the newest version, in a process that nobody waits for. */
export const LOOK_FOR_RELEASE = "look-for-release";

const DAY_MS = 24 * 3_600_000;
const LONGEST_WAIT_MS = 10_000;

/** The content of `updates.json` beside the profiles, kept from one command to the next. */
type Kept = { looked_at: number; told_at: number; newest: string | null };

/**
 * A notice after a command, at most once a day: that there is a newer version, found by an earlier check,
 * and the command that brings it. Begins the next check when a day has passed, and does not wait for it. Null where
 * nothing is known, and requests nothing without an address for releases. Never throws.
 */
export async function updateNotice(environment: Environment, now = Date.now()): Promise<string | null> {
  try {
    const installation = await readInstallation();
    if (releasesAddress(environment, installation) === null) return null;
    const kept = readKept(environment);
    const isDue = isDayAgo(kept.looked_at, now);
    const isNews = kept.newest !== null && isNewer(kept.newest, packageJson.version);
    const isTold = isNews && isDayAgo(kept.told_at, now);
    if (isDue || isTold)
      write(environment, {
        ...kept,
        looked_at: isDue ? now : kept.looked_at,
        told_at: isTold ? now : kept.told_at,
      });
    if (isDue) startLook(environment);
    if (!isTold) return null;
    return `Waypost ${kept.newest} is out; this is ${packageJson.version}. To upgrade: ${installation.upgrade}`;
  } catch {
    return null;
  }
}

/** Whether a person reads the output and has not switched notices off. */
export function wantsNotices({ CI, WAYPOST_NO_UPDATE_NOTICE, NO_UPDATE_NOTIFIER }: Environment): boolean {
  return !CI && !WAYPOST_NO_UPDATE_NOTICE && !NO_UPDATE_NOTIFIER;
}

/** Asks for the newest version and keeps it for the commands to come. Nobody hears of what goes wrong. */
export async function lookForRelease(environment: Environment): Promise<void> {
  try {
    const address = releasesAddress(environment, await readInstallation());
    if (address === null) return;
    const newest = await newestVersion(address, LONGEST_WAIT_MS);
    write(environment, { ...readKept(environment), newest });
  } catch {
    // there is another day
  }
}

/** A time to come counts, too: the clock was ahead then, and has been set back since. */
function isDayAgo(time: number, now: number): boolean {
  return Math.abs(now - time) > DAY_MS;
}

function startLook(environment: Environment): void {
  const command = PROGRAM.isCompiled ? [PROGRAM.path] : [PROGRAM.path, "--no-env-file", Bun.main];
  const look = Bun.spawn([...command, LOOK_FOR_RELEASE], {
    env: { ...environment },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  look.unref();
}

function readKept(environment: Environment): Kept {
  const nothing = { looked_at: 0, told_at: 0, newest: null };
  try {
    const value: unknown = JSON.parse(readFileSync(updatesPath(environment), "utf8"));
    if (!isObject(value)) return nothing;
    const { looked_at, told_at, newest } = value;
    if (typeof looked_at !== "number" || typeof told_at !== "number") return nothing;
    return { looked_at, told_at, newest: isVersion(newest) ? newest : null };
  } catch {
    return nothing;
  }
}

function write(environment: Environment, kept: Kept): void {
  const path = updatesPath(environment);
  const temporary = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(temporary, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Where it is kept. */
export function updatesPath(environment: Environment): string {
  return join(dirname(profilePath(environment)), "updates.json");
}
