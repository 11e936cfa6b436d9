/** The compiled programs, alone in a folder of their own, as somebody has them who downloaded them. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { temporaryFolder } from "../support/clusters.ts";

export type Place = {
  /** Where the programs are. */
  folder: string;
  /** Where they are started: among files that would be read or run by a program that is not careful. */
  trap: string;
  /** Whether one of those files was run. */
  sprung(): boolean;
  /** An empty home. */
  home: string;
  environment: Record<string, string>;
};

export type Ended = { code: number; stdout: string; stderr: string };

/** Compiles both programs and copies them, and nothing else, into an empty folder. */
export async function buildPlace(...parameters: string[]): Promise<Place> {
  const built = temporaryFolder();
  const { success, output } = await run([join(ROOT, "scripts/build"), built, ...parameters]);
  if (!success) throw new Error(output);
  const folder = temporaryFolder();
  for (const name of ["waypost", "waypostd"]) copyFileSync(join(built, name), join(folder, name));
  return placeOf(folder);
}

/** A place to start the programs of this folder in. */
export function placeOf(folder: string): Place {
  const trap = setTrap();
  const home = temporaryFolder();
  return {
    folder,
    trap,
    home,
    environment: { HOME: home, TERM: "xterm-256color" },
    sprung: () => existsSync(join(trap, "sprung")),
  };
}

/** What Bun, and packages that are not there, would load from the folder. */
function setTrap(): string {
  const trap = temporaryFolder();
  const spring = `require("node:fs").writeFileSync(${JSON.stringify(join(trap, "sprung"))}, "");`;
  writeFileSync(join(trap, ".env"), "WAYPOST_LOG_LEVEL=nonsense\n");
  writeFileSync(join(trap, "bunfig.toml"), 'preload = ["./trap.cjs"]\n');
  writeFileSync(join(trap, "trap.cjs"), spring);
  for (const name of ["audio-decode", "baileys", "jimp", "libsignal", "pg-native", "sharp", "typescript"]) {
    const folder = join(trap, "node_modules", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, main: "index.cjs" }));
    writeFileSync(join(folder, "index.cjs"), spring);
  }
  return trap;
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
  /** What the text that was waited for has in its group. */
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
