import { dirname, join } from "node:path";
import { FIRST_SECTIONS, TRANSLATED_FIRST } from "./languages/first-texts.ts";

const LANGUAGE = /page[\\/]languages[\\/][a-z]{2}(?:-[A-Z]{2})?\.ts$/;
const MORE = /page[\\/]languages[\\/][\w-]+\.more\.ts$/;

/**
 * Loads a language in two parts: what the first view shows, and, by its `more`, what the others show. Each language stays
 * one file, so that one person can translate it.
 */
export const SPLIT_LANGUAGES: Bun.BunPlugin = {
  name: "languages in two parts",
  setup(build) {
    build.onResolve({ filter: MORE }, ({ path }) => ({ path }));
    build.onLoad({ filter: LANGUAGE }, async ({ path }) => ({
      contents: `${await partOf(path, true)}\nexport const more = () => import(${JSON.stringify(path.replace(/\.ts$/, ".more.ts"))});`,
      loader: "ts",
    }));
    build.onLoad({ filter: MORE }, async ({ path }) => ({
      contents: await partOf(path.replace(".more.", "."), false),
      loader: "ts",
    }));
  },
};

/** The source of a language that exports one part alone: what is not exported, the bundler leaves out. */
async function partOf(path: string, isFirst: boolean): Promise<string> {
  const first: readonly string[] = path.endsWith("en.ts")
    ? FIRST_SECTIONS
    : [...FIRST_SECTIONS, ...TRANSLATED_FIRST];
  const isWanted = (name: string) => first.includes(name) === isFirst;
  const source = await Bun.file(path).text();
  return source
    .replaceAll(/^export const (\w+)/gm, (line, name) => (isWanted(name) ? line : `const ${name}`))
    .replaceAll(/ from "(\.[\w./-]+)"/g, (_, to) => ` from "${join(dirname(path), to)}"`);
}
