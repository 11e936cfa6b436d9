import { statSync } from "node:fs";
import { join } from "node:path";

const GROUP_AND_OTHERS = 0o077;

/**
 * The parts of the data directory that other accounts of the machine can read: the directory
 * itself, and a configuration file with passwords in it. The key's file is not checked: the
 * daemon does not start when others can read it.
 */
export function exposedFiles(home: string): { path: string; mode: string }[] {
  return [home, join(home, "config.toml")].flatMap((path) => {
    const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    return (mode & GROUP_AND_OTHERS) === 0 ? [] : [{ path, mode: mode.toString(8) }];
  });
}
