import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Bundle, type PageFile, WORKER_FILE } from "./bundle.ts";
import { installable } from "./installable.ts";
import { base, LANGUAGE_NAMES } from "./languages/texts.ts";
import { SPLIT_LANGUAGES } from "./split-languages.ts";
import { loadedTogether } from "./together.ts";

/** The folder of the program that runs in the browser. */
const CLIENT = join(import.meta.dir, "client");

/** Where the program begins. */
const MAIN = "main.tsx";

/** The folder of what shows notifications with no tab open. */
const WORKER = join(import.meta.dir, "worker");

/** How tightly it is compressed: `tight` takes five times as long, for what is carried, `quick` for who waits for it. */
type Quality = "tight" | "quick";

const QUALITIES: Readonly<Record<Quality, number>> = { tight: 11, quick: 9 };

type Metafile = Awaited<ReturnType<typeof Bun.build>>["metafile"];

/**
 * Builds the program that runs in the browser from its source, compressed. The `metafile` says what it is made of. Throws an `AggregateError` of what could not be built.
 */
export async function buildPage(quality: Quality): Promise<{ bundle: Bundle; metafile: Metafile }> {
  const plain = await builtClient([]);
  const style = nameOf(outputOf(plain.metafile, `client/${MAIN}`, ".css"));
  const { outputs, metafile } = await builtClient(
    plain.metafile === undefined ? [] : [loadedTogether(plain.metafile)],
  );
  const named = (source: string) => nameOf(outputOf(metafile, source, ".js"));
  const files: Record<string, PageFile> = {};
  // the stylesheet of all views is the plain one's, in the order in which they import theirs
  const styled = plain.outputs.filter(({ path }) => nameOf(path) === style);
  for (const output of [...styled, ...outputs.filter(({ path }) => !path.endsWith(".css"))])
    files[nameOf(output.path)] = compressed(new Uint8Array(await output.arrayBuffer()), quality);
  const { files: others, ...names } = await installable();
  for (const [name, bytes] of Object.entries(others)) files[name] = compressed(bytes, quality);
  files[WORKER_FILE] = compressed(await builtWorker(), quality);
  const languages = Object.fromEntries(
    LANGUAGE_NAMES.map(({ code }) => {
      const first = named(`languages/${code}.ts`);
      const imports = metafile?.outputs[`./${first}`]?.imports;
      return [
        code,
        { first, more: nameOf(imports?.find(({ kind }) => kind === "dynamic-import")?.path ?? "") },
      ];
    }),
  );
  const start = named("client/start.tsx");
  const bundle = { script: named(`client/${MAIN}`), style, start, languages, ...names, files };
  return { bundle, metafile: metafile && { ...metafile, inputs: plain.metafile?.inputs ?? {} } };
}

async function builtClient(plugins: readonly Bun.BunPlugin[]) {
  return await Bun.build({
    entrypoints: [join(CLIENT, MAIN)],
    root: CLIENT,
    target: "browser",
    splitting: true,
    minify: true,
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    plugins: [KNOWN_LANGUAGES, SPLIT_LANGUAGES, ...plugins],
  });
}

async function builtWorker(): Promise<Uint8Array> {
  const entrypoints = [join(WORKER, "push-worker.ts")];
  const { outputs } = await Bun.build({ entrypoints, target: "browser", minify: true });
  return new Uint8Array((await outputs[0]?.arrayBuffer()) ?? []);
}

/** The file that an entry became; empty where there is none. */
function outputOf(metafile: Metafile, source: string, ending: string): string {
  const made = Object.entries(metafile?.outputs ?? {});
  return (
    made.find(([path, { entryPoint }]) => path.endsWith(ending) && entryPoint?.endsWith(source))?.[0] ?? ""
  );
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, "");
}

function compressed(bytes: Uint8Array, quality: Quality): PageFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITIES[quality] };
  return { gzip: new Blob([gzipSync(bytes)]), br: new Blob([brotliCompressSync(bytes, { params })]) };
}

/** React Aria brings its few words in thirty languages; those that the page doesn't speak would be loaded for nothing. */
const KNOWN_LANGUAGES: Bun.BunPlugin = {
  name: "known languages only",
  setup(build) {
    const known = LANGUAGE_NAMES.map(({ code }) => base(code)).join("|");
    const others = new RegExp(`node_modules/.*/intl/(?:.*/)?(?!${known})[a-z]{2}-[A-Z]{2}\\.\\w+$`);
    build.onLoad({ filter: others }, () => ({ contents: "export default {};", loader: "js" }));
  },
};
