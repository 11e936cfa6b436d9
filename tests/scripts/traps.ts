/** A folder of files that a program would run or read that lets the folder it is started in lead it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/clusters.ts";

export type Traps = {
  /** The folder in which programs start: the files are in it, and three levels above it. */
  start: string;
  /** Which of the files were run. */
  sprung(): string[];
};

const CODE = ["js", "ts", "cjs", "mjs"];
const DATA = ["json", "yaml", "yml"];
const SEARCHED = ["graphile-worker", "graphile"];

/** Every name of a configuration that the job runner, or a search like its own, would run. */
const RUN = SEARCHED.flatMap((name) => [
  ...CODE.flatMap((ending) => [`.${name}rc.${ending}`, `.config/${name}rc.${ending}`]),
  ...[...CODE, "mts", "cts"].map((ending) => `${name}.config.${ending}`),
]);

/** Every name of one that it would read, and end for what is in it. */
const READ = SEARCHED.flatMap((name) => [
  ...["", ...DATA.map((ending) => `.${ending}`)].flatMap((ending) => [
    `.${name}rc${ending}`,
    `.config/${name}rc${ending}`,
  ]),
]);

export const CONFIGURATIONS = [...RUN, ...READ, "package.json"];

/** Sets the traps of these names, by default all. */
export function setTraps(names: readonly string[] = [...CONFIGURATIONS, ...Object.keys(OTHERS)]): Traps {
  const top = temporaryFolder();
  const start = join(top, "one", "two", "three");
  const log = join(top, "sprung");
  for (const folder of [top, start]) {
    for (const name of names) write(join(folder, name), contentOf(name, log));
  }
  return {
    start,
    sprung: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
  };
}

/** Files besides configurations that Bun, the job runner and absent packages would load. */
const OTHERS: Record<string, (log: string) => string> = {
  ".env": () => "WAYPOST_LOG_LEVEL=nonsense\n",
  "bunfig.toml": () => 'preload = ["./trap.cjs"]\n',
  crontab: () => "* * * * * sprung\n",
  "tasks/lane.js": (log) => spring("tasks/lane.js", log),
  "trap.cjs": (log) => spring("trap.cjs", log),
  "tsconfig.json": () => '{ "compilerOptions": { "paths": { "*": ["./trap.cjs"] } } }',
  ...Object.fromEntries(
    ["audio-decode", "baileys", "jimp", "libsignal", "pg-native", "sharp", "typescript"].map((name) => [
      `node_modules/${name}/index.js`,
      (log: string) => spring(name, log),
    ]),
  ),
};

function contentOf(name: string, log: string): string {
  if (RUN.includes(name)) return spring(name, log);
  const settings = { schema: "elsewhere" };
  if (name === "package.json") return JSON.stringify({ "graphile-worker": settings, graphile: settings });
  return OTHERS[name]?.(log) ?? JSON.stringify(settings);
}

/** Code, for any kind of module, that notes its name. */
function spring(name: string, log: string): string {
  return `process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${name}\n`)});`;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
