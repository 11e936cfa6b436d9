/** Where a newcomer works: a checkout, a home, ports that nobody has, and an account. */
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { freePort } from "../free-port.ts";
import { ROOT, run } from "../run.ts";

export type Place = {
  /** Holds the checkout `waypost`, and is where commands are typed. */
  folder: string;
  config: string;
  environment: Record<string, string | undefined>;
  /** What a command line is handed to. */
  command: string[];
};

/** Who reads: root, or an account that may do nothing else. */
export type Account = "root" | "user";

/** The account that an ordinary user's steps run as, when it is root who walks. */
const USER_ID = "65534";

/** Makes the home of a newcomer in `folder`: a clone of the last commit, and the two programs on PATH. */
export async function settle(folder: string, account: Account): Promise<void> {
  mkdirSync(join(folder, "bin"), { recursive: true });
  chmodSync(folder, 0o755);
  // Git refuses checkouts of other users, which a build service's may be.
  writeFileSync(join(folder, "gitconfig"), "[safe]\n\tdirectory = *\n");
  const clone = await run([
    ...["env", `GIT_CONFIG_GLOBAL=${join(folder, "gitconfig")}`],
    ...["git", "clone", "--quiet", ROOT, join(folder, "waypost")],
  ]);
  if (!clone.success) throw new Error(clone.output);
  copyPackages(folder);
  copyFileSync(process.execPath, join(folder, "bin", "bun"));
  for (const name of ["waypost", "waypostd"]) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\nexec '${folder}/waypost/scripts/${name}' "$@"\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  if (isOther(account)) {
    const given = await run(["chown", "-R", `${USER_ID}:${USER_ID}`, folder]);
    if (!given.success) throw new Error(given.output);
  }
}

/** A page's place in a settled folder: `data` names the data folder and the configuration beside it. */
export function placeIn(folder: string, account: Account, data: string): Place {
  const home = join(folder, data);
  const sandboxPort = String(freePort());
  return {
    folder,
    config: join(home, "config"),
    command: isOther(account)
      ? ["setpriv", `--reuid=${USER_ID}`, `--regid=${USER_ID}`, "--clear-groups", "--inh-caps=-all"]
      : [],
    environment: {
      PATH: [join(folder, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      LANG: process.env.LANG,
      HOME: home,
      GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      WAYPOST_PORT: String(freePort()),
      WAYPOST_SANDBOX_PORT: sandboxPort,
      WAYPOST_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    },
  };
}

/** Those of this checkout, when they are what its lockfile names: a newcomer would download them. */
function copyPackages(folder: string): void {
  const stamp = join(ROOT, "node_modules", ".waypost-installed");
  if (!existsSync(stamp)) return;
  const packages = join(folder, "waypost", "node_modules");
  cpSync(join(ROOT, "node_modules"), packages, { recursive: true, verbatimSymlinks: true });
  if (!existsSync(join(packages, ".waypost-installed")))
    linkSync(stamp, join(packages, ".waypost-installed"));
}

function isOther(account: Account): boolean {
  return account === "user" && process.getuid?.() === 0;
}
