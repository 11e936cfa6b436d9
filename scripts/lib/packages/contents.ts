import type { Target } from "./targets.ts";

/** The contents of the packages for one kind of machine. */
export type Contents = {
  target: Target;
  version: string;
  /** Has the executables and the licences of what is in them. */
  executables: string;
  /** Folder of the embedded Postgres's package; null where there is none. */
  postgres: string | null;
  /** Address that the packages are served at; null when nobody said. */
  releases: string | null;
};

/** An archive of one target, and its SHA-256. */
export type Archive = { target: Target; name: string; sum: string };

/**
 * The text of `installation.json`, beside every executable: how it came there, and the commands that bring the newest
 * version and that take it away. `waypost upgrade` and `waypost uninstall` read it.
 */
export function installationFile(
  releases: string | null,
  installation: { by: string; upgrade: string; remove: string },
): string {
  const latest = releases === null ? null : `${releases}/latest.json`;
  return `${JSON.stringify({ ...installation, releases: latest }, null, 2)}\n`;
}
