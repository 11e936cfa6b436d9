/** One Postgres cluster's files: make them, check them. */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Account, chooseAccount } from "./account.ts";
import { type Binaries, findBinaries } from "./binaries.ts";

export type Cluster = {
  /** Holds everything of the cluster and belongs to the daemon; its subfolder `data` belongs to the account. */
  folder: string;
  account: Account;
  binaries: Binaries;
  password: string;
};

/** The only user of the cluster. */
export const USER = "waypost";

/**
 * Opens the cluster in `folder`, making it first when there is none. `durable` false skips the file system's
 * syncs, for data that may be lost. Throws when the data is of another Postgres version or of another user.
 */
export async function openCluster(folder: string, durable: boolean): Promise<Cluster> {
  const data = join(folder, "data");
  const account = chooseAccount(data);
  // Postgres itself gets in through its working directory and needs to look up names here, nothing more.
  if (account) chmodSync(folder, 0o711);
  const binaries = await findBinaries(folder, account !== null);
  const exists = existsSync(data);
  const cluster = {
    folder,
    account,
    binaries,
    password: exists ? readPassword(folder) : writePassword(folder),
  };
  if (exists) checkVersion(data, binaries.major);
  else initialize(cluster, durable);
  return cluster;
}

/**
 * How to run one of Postgres's programs on the folder `data`. Another account can't walk to a data directory
 * below /root, whose mode is 0700, but a process may keep a working directory that it could not have walked to,
 * and on Linux /proc/self/cwd names that folder without walking. So the data stays where the user put it, and
 * no folder above it is opened to others.
 */
export function runOn(cluster: Cluster, data: string): { dataArgument: string; options: SpawnSyncOptions } {
  const hidden = cluster.account !== null && process.platform === "linux";
  return {
    dataArgument: hidden ? "/proc/self/cwd" : data,
    // Nothing of the daemon's environment: it holds secrets, and PG* variables change what Postgres does.
    options: { ...cluster.account, cwd: data, env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } },
  };
}

function readPassword(folder: string): string {
  return readFileSync(join(folder, "password"), "utf8").trim();
}

function writePassword(folder: string): string {
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
  rmSync(join(folder, "password"), { force: true });
  writeFileSync(join(folder, "password"), `${password}\n`, { mode: 0o600 });
  return password;
}

function checkVersion(data: string, major: number): void {
  const version = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (version === String(major)) return;
  throw new Error(
    `The data in ${data} belongs to Postgres ${version}, and this program includes Postgres ${major}: ` +
      "dump it with the version that created it and restore it, or set DATABASE_URL.",
  );
}

/** Works in a draft that gets its name when it is complete, so that a start cut short leaves no half cluster. */
function initialize(cluster: Cluster, durable: boolean): void {
  const { folder, account, binaries, password } = cluster;
  const draft = join(folder, "data.draft");
  const passwordFile = join(folder, "password.draft");
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  const { dataArgument, options } = runOn(cluster, draft);
  const flags = ["--pwfile=../password.draft", `--username=${USER}`, "--auth=scram-sha-256"];
  const locale = ["--encoding=UTF8", "--locale=C", "--no-instructions", ...(durable ? [] : ["--no-sync"])];
  const result = spawnSync(binaries.initdb, ["-D", dataArgument, ...flags, ...locale], options);
  rmSync(passwordFile);
  if (result.status !== 0) {
    const reason = result.error?.message ?? String(result.stderr).trim();
    throw new Error(`Postgres could not make its data in ${folder}: ${reason}`);
  }
  renameSync(draft, join(folder, "data"));
}
