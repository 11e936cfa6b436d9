import { statSync } from "node:fs";
import { join } from "node:path";

const GROUP_AND_OTHERS = 0o077;

/**
 * What of the data directory other accounts of the machine can get into: the
 * directory itself, and a configuration file with passwords in it. The key's
 * file is not among it: the daemon does not start with one that is.
 */
export function exposedFiles(home: string): { path: string; mode: string }[] {
  return [home, join(home, "config.toml")].flatMap((path) => {
    const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    return (mode & GROUP_AND_OTHERS) === 0 ? [] : [{ path, mode: mode.toString(8) }];
  });
}
