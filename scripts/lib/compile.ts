/** Compiles a program into one file that reads nothing of the folder it is started in. */
import { isBuiltin } from "node:module";
import { basename } from "node:path";
import type { BunPlugin } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { carriedPage } from "./carried-page.ts";
import { ROOT } from "./run.ts";
import { searchesOf } from "./searches.ts";

/**
 * Modules that packages load when they are there, and that Waypost does without. Left to be looked for, they would
 * be run from whatever `node_modules` is where the executable is started.
 */
const LEFT_OUT: Record<string, string> = {
  "audio-decode": "wave forms of voice messages (Baileys)",
  jimp: "previews of images (Baileys)",
  "link-preview-js": "previews of links (Baileys)",
  "pg-cloudflare": "Postgres from Cloudflare's workers (pg)",
  "pg-native": "Postgres by its C library (pg)",
};

/** Modules in place of packages. */
const REPLACED: Record<string, string> = {
  // Ink would connect to React's developer tools for everybody who has `DEV=true` set.
  "react-devtools-core": "export default { initialize() {}, connectToDevTools() {} };",
  // Native code can't be in the file; of this, Baileys needs what Bun has, too.
  sharp: "export default (image) => new Bun.Image(image);",
};

export type CompileOptions = {
  /** False leaves optional packages out also when they are installed. */
  withOptional?: boolean | undefined;
  /** For another machine: what Bun calls it, and the Bun that runs there. */
  runtime?: { target: Bun.Build.CompileTarget; executablePath: string };
};

/**
 * Compiles the module `entry` into the executable `target`. Optional packages are left out when they are not
 * installed, or not wanted. Returns the files that are in it, by their paths in the checkout.
 * Throws an `AggregateError` of what could not be compiled, or an `Error` that names what the executable would have
 * to load from outside of it.
 */
export async function compile(
  entry: string,
  target: string,
  options: CompileOptions = {},
): Promise<string[]> {
  const { withOptional = true, runtime } = options;
  const optional = Object.keys(manifest.optionalDependencies).filter(
    (name) => !withOptional || isAbsent(name),
  );
  const page = await carriedPage();
  const { metafile } = await Bun.build({
    entrypoints: [entry],
    root: ROOT,
    compile: {
      ...runtime,
      outfile: target,
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadPackageJson: false,
      autoloadTsconfig: false,
    },
    target: "bun",
    format: "esm",
    // Nothing is parsed when it starts: half the time, and a quarter less memory.
    bytecode: true,
    // Identifiers stay: logs name the classes of errors.
    minify: { whitespace: true, syntax: true },
    // It has its source map inside, too: stacks name the source.
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    plugins: [withReplacements(optional), page.plugin],
  }).finally(page.remove);
  const outside = importsFromOutside(metafile);
  if (outside.length > 0)
    throw new Error(`${basename(target)} would load from outside: ${outside.join(", ")}`);
  const files = filesIn(metafile);
  const searches = await searchesOf(files);
  if (searches.length > 0)
    throw new Error(`${basename(target)} would search where it is started: ${searches.join("; ")}`);
  await Bun.file(`${target}.map`).delete();
  return [...files, ...filesIn(page.metafile())];
}

/** Puts a module that throws when it is loaded in place of each that the executable does without. */
function withReplacements(absent: string[]): BunPlugin {
  const names = [...absent, ...Object.keys(LEFT_OUT), ...Object.keys(REPLACED)].join("|");
  return {
    name: "replacements",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(${names})(/|$)`) }, ({ path }) => ({
        path,
        namespace: "replacement",
      }));
      build.onLoad({ filter: /./, namespace: "replacement" }, ({ path }) => ({
        contents: REPLACED[path] ?? `throw new Error("${path} is not in this executable");`,
        loader: "js",
      }));
    },
  };
}

function isAbsent(name: string): boolean {
  try {
    Bun.resolveSync(name, ROOT);
    return false;
  } catch {
    return true;
  }
}

type Metafile = Awaited<ReturnType<typeof Bun.build>>["metafile"];

/** Packages that are neither in the executable nor Bun's own. Files by their path are those that nothing uses. */
function importsFromOutside(metafile: Metafile): string[] {
  const imports = Object.values(metafile?.inputs ?? {}).flatMap((input) => input.imports);
  const names = imports.filter(({ external }) => external === true).map(({ path }) => path);
  return [...new Set(names)].filter((name) => !/^[./]/.test(name) && !isBuiltin(name)).sort();
}

/** The files of which something is in the executable, by their paths in the checkout. */
function filesIn(metafile: Metafile): string[] {
  const outputs = Object.values(metafile?.outputs ?? {});
  return outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
}
