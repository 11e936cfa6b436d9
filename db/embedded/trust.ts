/** Whether other accounts of this machine could put programs of their own in place of those that are about to be run. */
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";

const [WRITABLE_BY_GROUP, WRITABLE_BY_ALL, STICKY] = [0o020, 0o002, 0o1000];

/** Administrators of macOS, who may become root. */
const ADMIN_GROUP = 80;

/**
 * The first of `folder`, all that is in it and the folders above it that another account can change; null when there is
 * none. Root, this account and the owner of `program`, which runs already, are no others.
 */
export function changeableByOthers(folder: string, program: string): string | null {
  const owners = [0, process.getuid?.(), statSync(program).uid];
  const real = realpathSync(folder);
  const within = readdirSync(real, { recursive: true, encoding: "utf8" }).map((name) => join(real, name));
  const isChangeable = (path: string) => {
    const status = lstatSync(path);
    return !owners.includes(status.uid) || (!status.isSymbolicLink() && isOpenToOthers(status));
  };
  return [...foldersAbove(real), real, ...within].find(isChangeable) ?? null;
}

/** In a sticky folder, such as /tmp, nobody can remove or rename what belongs to somebody else. */
function isOpenToOthers({ mode, uid, gid }: Stats): boolean {
  if ((mode & STICKY) !== 0) return false;
  if ((mode & WRITABLE_BY_ALL) !== 0) return true;
  return (mode & WRITABLE_BY_GROUP) !== 0 && !isOwnGroup(uid, gid);
}

/** Many systems give each account a group of its own, with the same number. */
function isOwnGroup(uid: number, gid: number): boolean {
  return gid === 0 || gid === uid || (process.platform === "darwin" && gid === ADMIN_GROUP);
}

function foldersAbove(path: string): string[] {
  return path === dirname(path) ? [] : [...foldersAbove(dirname(path)), dirname(path)];
}
