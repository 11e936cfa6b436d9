import { mkdirSync } from "node:fs";
import { join } from "node:path";

export type Trial = {
  /** What was built. */
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
 * Has the programs in `bin` say their version and how they were installed, and the daemon make its database in an
 * embedded Postgres.
 */
export async function tryPrograms(bin: string, by: string, { folder, version, say }: Trial): Promise<void> {
  const home = join(folder, `home-${by}`);
  for (const name of ["waypost", "waypostd"])
    expect((await runAlone([join(bin, name), "--version"], home)).trim(), version);
  const answer = JSON.parse(await runAlone([join(bin, "waypost"), "upgrade", "--json"], home));
  expect(answer.installed_by, by);
  const migrated = await runAlone([join(bin, "waypostd"), "migrate"], home);
  if (!migrated.includes("0001")) throw new Error(`waypostd migrate said: ${migrated}`);
  say(`${by}: the programs run, and the daemon has its embedded Postgres. To upgrade: ${answer.command}`);
}

/** Throws unless both are the same. */
export function expect(found: unknown, wanted: unknown): void {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} should have been ${other}`);
}
