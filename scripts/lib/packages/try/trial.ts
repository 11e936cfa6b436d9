import { mkdirSync } from "node:fs";
import { join } from "node:path";

const NEWER = "999.0.0";

export type Trial = {
  /** The folder of the built packages. */
  packages: string;
  /** A temporary folder to install into. */
  folder: string;
  version: string;
  say: (line: string) => void;
};

/** Runs a program with nothing of this environment but the path; returns what it printed. Throws when it fails. */
export async function runAlone(
  command: readonly string[],
  home: string,
  environment: Record<string, string> = {},
): Promise<string> {
  mkdirSync(home, { recursive: true });
  const child = Bun.spawn([...command], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? "", ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode === 0) return `${output}${errors}`;
  throw new Error(`${command.join(" ")} ended with ${child.exitCode}:\n${output}${errors}`);
}

/**
 * Has the programs in `bin` say their version, how they were installed and whether there is a newer one, and the daemon
 * make its database in an embedded Postgres.
 */
export async function tryPrograms(bin: string, by: string, trial: Trial): Promise<void> {
  const { folder, version, say } = trial;
  const home = join(folder, `home-${by}`);
  for (const name of ["waypost", "waypostd"])
    expect((await runAlone([join(bin, name), "--version"], home)).trim(), version);
  const answer = JSON.parse(await runAlone([join(bin, "waypost"), "upgrade", "--json"], home));
  expect(answer.installed_by, by);
  await tryUpgradeCheck(join(bin, "waypost"), home, trial);
  const migrated = await runAlone([join(bin, "waypostd"), "migrate"], home);
  if (!migrated.includes("baseline")) throw new Error(`waypostd migrate said: ${migrated}`);
  say(`${by}: the programs run, and the daemon has its embedded Postgres. To upgrade: ${answer.command}`);
}

/** Compares with the `latest.json` that was built with the packages, then with that of a newer version. */
async function tryUpgradeCheck(program: string, home: string, { packages, version }: Trial): Promise<void> {
  const built = Bun.file(join(packages, "latest.json"));
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: { "/built": new Response(await built.bytes()), "/newer": Response.json({ version: NEWER }) },
  });
  try {
    for (const [path, newest, isNewer] of [
      ["built", version, false] as const,
      ["newer", NEWER, true] as const,
    ]) {
      const environment = { WAYPOST_RELEASES_URL: new URL(path, server.url).href };
      const command = [program, "upgrade", "--check", "--json", "--quiet"];
      const answer = JSON.parse(await runAlone(command, home, environment));
      expect([answer.newest, answer.is_newer], [newest, isNewer]);
    }
  } finally {
    await server.stop(true);
  }
}

/** Throws unless both are the same. */
export function expect(found: unknown, wanted: unknown): void {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} should have been ${other}`);
}
