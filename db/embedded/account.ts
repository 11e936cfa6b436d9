/**
 * Who Postgres runs as. It refuses to run as root, so a root daemon hands it to an unprivileged account.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** User and group ids to start Postgres with; null when it runs as the daemon's own user. */
export type Account = { uid: number; gid: number } | null;

/**
 * The account for the cluster in `folder`. An ordinary user is its own. Root takes the owner of an existing
 * cluster, else the system's `postgres`, else `nobody`: no account is ever made.
 */
export function chooseAccount(folder: string): Account {
  const owner = statSync(folder, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && owner.uid !== self) throw new Error(`${folder} belongs to another user (id ${owner.uid}).`);
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (!account)
    throw new Error('Postgres does not run as root, and there is no user "postgres" or "nobody".');
  return account;
}

function findAccount(name: string): Account {
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name]).stdout));
  return uid && gid ? { uid, gid } : null;
}
