/** The compiled programs, alone in a folder of their own, as somebody has them who downloaded them. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { temporaryFolder } from "../support/clusters.ts";
import { COMPILED } from "../support/programs.ts";
import { setTraps } from "./traps.ts";

export type Place = {
  /** Where the programs are. */
  folder: string;
  /** Where they, and what goes with them, were built. */
  built: string;
  /** Where they are started: among files that would be read or run by a program that is not careful. */
  trap: string;
  /** Which of those files were run. */
  sprung(): string[];
  /** An empty home. */
  home: string;
  environment: Record<string, string>;
};

export type Ended = { code: number; stdout: string; stderr: string };

/** Copies both programs, and nothing else, into an empty folder: those that the run has compiled, or new ones. */
export async function buildPlace(...parameters: string[]): Promise<Place> {
  const built = parameters.length === 0 && COMPILED ? COMPILED : await build(parameters);
  const folder = temporaryFolder();
  for (const name of ["waypost", "waypostd"]) copyFileSync(join(built, name), join(folder, name));
  return { ...placeOf(folder), built };
}

async function build(parameters: string[]): Promise<string> {
  const folder = temporaryFolder();
  const { success, output } = await run([join(ROOT, "scripts/build"), folder, ...parameters]);
  if (!success) throw new Error(output);
  return folder;
}

/** A place to start the programs of this folder in. */
export function placeOf(folder: string, environment: Record<string, string> = {}): Place {
  const { start, sprung } = setTraps();
  const home = temporaryFolder();
  return {
    folder,
    built: folder,
    trap: start,
    home,
    environment: { HOME: home, TERM: "xterm-256color", ...environment },
    sprung,
  };
}

/** Runs one of the programs to its end, with nothing of this process's environment. */
export async function runAt(
  { folder, trap, environment }: Place,
  [name = "", ...parameters]: string[],
  more: Record<string, string> = {},
): Promise<Ended> {
  const child = Bun.spawn([join(folder, name), ...parameters], {
    cwd: trap,
    env: { ...environment, ...more },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

export type Started = {
  /** The group of the matched text. */
  found: string;
  /** Ends it as a service manager does; its exit code. */
  terminate(): Promise<number>;
};

/** Starts one of the programs and waits until it has printed this. */
export async function startAt(
  { folder, trap, environment }: Place,
  [name = "", ...parameters]: string[],
  more: Record<string, string>,
  ready: RegExp,
): Promise<Started> {
  const child = Bun.spawn(["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', join(folder, name), ...parameters], {
    cwd: trap,
    env: { ...environment, ...more },
    stdin: "ignore",
    stdout: "pipe",
  });
  let printed = "";
  const found = Promise.withResolvers<string>();
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text;
      const match = ready.exec(printed);
      if (match) found.resolve(match[1] ?? "");
    }
    found.reject(new Error(`${name} ended: ${printed}`));
  })();
  const terminate = async () => {
    child.kill("SIGTERM");
    await reading;
    return child.exited;
  };
  return { found: await found.promise, terminate };
}
