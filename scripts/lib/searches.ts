/**
 * Files that packages in an executable would read or run from the folder in which it starts: modules by a name that
 * is known only when they run, and files of the working folder.
 */
import { join } from "node:path";
import { ROOT } from "./run.ts";

/** Packages that exist to look for a configuration in the working folder and above, or to run one. */
const SEARCHING = new Set(
  (
    "c12 confbox config cosmiconfig cross-spawn dotenv dotenv-expand dotenv-flow esbuild-register find-config find-up " +
    "find-up-simple import-fresh import-from jiti jsonfig lilconfig load-tsconfig locate-path pkg-conf pkg-dir pkg-up " +
    "rc rc-config-loader rc9 read-pkg read-pkg-up resolve-cwd resolve-pkg ts-node tsconfig-paths tsx unconfig"
  ).split(" "),
);

/** Harmless cases, by the package and the file in it. */
const HARMLESS: Record<string, string> = {
  "@modelcontextprotocol/client dist/ajvProvider-BIwGVY6G.mjs":
    "the text of modules that Ajv writes where it is asked to; it is not",
  "@modelcontextprotocol/server dist/ajvProvider-DyjnscPj.mjs": "the same",
  "@peculiar/x509 build/x509.es.js": "a method that is called `import`",
  "ansi-escapes base.js": "sends the folder to a terminal; not used",
  "file-type source/index.js": "modules of Node by their names",
  "graphile-worker dist/config.js": "a folder of tasks, and a crontab: both are given in the program",
  "graphile-worker dist/getTasks.js": "tasks from a folder: they are given in the program",
  "graphile-worker dist/plugins/LoadTaskFromExecutableFilePlugin.js": "the same",
  "graphile-worker dist/plugins/LoadTaskFromJsPlugin.js": "the same",
  "pino lib/transport.js": "a destination by its name: it is given as an object",
  "stack-utils index.js": "shortens paths in the traces of Ink's errors",
  "thread-stream index.js": "the thread of such a destination",
};

const LOADS_BY_NAME = /(?:^|[^.\w$])(?:import|require)\(\s*(?!["')\s])/m;
const OTHER_WAYS = /process\.cwd\(\)|\bcreateRequire\b|\bnew Worker\(/;

/** A sentence for each of these files, given by its path in the checkout, that is of such a kind and not known. */
export async function searchesOf(files: readonly string[]): Promise<string[]> {
  const packaged = files.flatMap((file) => packageFile(file) ?? []);
  const searching = packaged.filter(({ name }) => SEARCHING.has(name)).map(({ name }) => name);
  const unknown = packaged.filter(
    ({ name, path }) => !searching.includes(name) && HARMLESS[`${name} ${path}`] === undefined,
  );
  const loading = await Promise.all(unknown.map(async (one) => ((await loads(one.file)) ? one.file : [])));
  return [
    ...[...new Set(searching)].map((name) => `${name} looks for configuration in the working folder`),
    ...loading.flat().map((file) => `${file} loads by name, or reads the working folder`),
  ];
}

function packageFile(file: string): { file: string; name: string; path: string } | null {
  const [, name, path] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(file) ?? [];
  return name === undefined || path === undefined ? null : { file, name, path };
}

async function loads(file: string): Promise<boolean> {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return false;
  const source = (await Bun.file(join(ROOT, file)).text()).replace(/^\s*(?:\/\/|\*).*$/gm, "");
  return LOADS_BY_NAME.test(source) || OTHER_WAYS.test(source);
}
