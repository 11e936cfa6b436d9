import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Bundle, PageFile } from "./bundle.ts";

/** The folder of the program that runs in the browser. */
export const CLIENT = join(import.meta.dir, "client");

/**
 * Builds the program that runs in the browser from its source, compressed. `inputs` are the files it is made of, by
 * their paths from the checkout. Throws an `AggregateError` of what could not be built.
 */
export async function buildPage(): Promise<{ bundle: Bundle; inputs: string[] }> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(CLIENT, "main.tsx")],
    target: "browser",
    splitting: true,
    minify: true,
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    plugins: [ENGLISH_ONLY],
  });
  const files: Record<string, PageFile> = {};
  const bundle = { script: "", style: "", files };
  for (const output of outputs) {
    const name = output.path.replace(/^.*\//, "");
    if (output.kind === "entry-point") bundle.script = name;
    // the first stylesheet has the styles of all views; the others repeat some of them
    if (name.endsWith(".css")) {
      if (!name.startsWith("main-")) continue;
      bundle.style = name;
    }
    files[name] = compressed(new Uint8Array(await output.arrayBuffer()));
  }
  return { bundle, inputs: Object.keys(metafile?.inputs ?? {}) };
}

function compressed(bytes: Uint8Array): PageFile {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return { gzip: new Blob([gzipSync(bytes)]), br: new Blob([brotliCompressSync(bytes, quality)]) };
}

/** React Aria brings its few words in thirty languages, which the page, being in English, would load for nothing. */
const ENGLISH_ONLY: Bun.BunPlugin = {
  name: "English only",
  setup(build) {
    build.onLoad({ filter: /node_modules\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.\w+$/ }, () => ({
      contents: "export default {};",
      loader: "js",
    }));
  },
};
