/**
 * The page's classes: a name without its class draws nothing, and a class that nothing names is of no use. Its sizes: only
 * lines are in pixels, all else grows with the text that somebody has set their browser to.
 */
import { posix } from "node:path";
import { isCode, type SourceFile } from "../lib/source.ts";

/** One sentence for every class that is named and isn't there, for every one that is there and isn't named, and for every size in pixels. */
export function checkStyles(files: readonly SourceFile[]): string[] {
  return [...checkClasses(files), ...files.filter(({ path }) => path.startsWith(PAGE)).flatMap(sizesIn)];
}

const PAGE = "daemon/page/";
const LINE_PX = 3;

function sizesIn({ path, text }: SourceFile): string[] {
  const sizes = path.endsWith(".css")
    ? [...text.replace(COMMENT, "").matchAll(PIXELS)].filter(([, size]) => Number(size) > LINE_PX)
    : [...text.matchAll(ICON)];
  return sizes.map(([size]) => `${path} has ${size}: only lines are in pixels, say it in rem`);
}

const PIXELS = /([\d.]+)px/g;
const ICON = /\bsize=\{[\d.]+\}/g;

function checkClasses(files: readonly SourceFile[]): string[] {
  const named = files.filter(isCode).flatMap(namesIn);
  return files
    .filter(({ path }) => path.endsWith(".module.css"))
    .flatMap(({ path, text }) => {
      const classes = new Set([...text.replace(COMMENT, "").matchAll(CLASS)].map(([, one = ""]) => one));
      const names = named.filter(({ sheet }) => sheet === path);
      const isNamed = (one: string) => names.some(({ name }) => name === one || name === ANY);
      return [
        ...names
          .filter(({ name }) => name !== ANY && !classes.has(name))
          .map(({ by, name }) => `${by} names the class ${name}, which ${path} doesn't have`),
        ...[...classes]
          .filter((one) => !isNamed(one))
          .map((one) => `${path} has the class ${one}, which nothing names`),
      ];
    });
}

type Named = { by: string; sheet: string; name: string };

const COMMENT = /\/\*[\s\S]*?\*\//g;
const CLASS = /\.([A-Za-z_][\w-]*)/g;
const SHEET = /^import (\w+) from "([^"]+\.module\.css)";$/gm;
/** What is looked up by a value can be any. */
const ANY = "*";

function namesIn({ path, text }: SourceFile): Named[] {
  return [...text.matchAll(SHEET)].flatMap(([, variable = "", from = ""]) => {
    const sheet = posix.join(posix.dirname(path), from);
    const uses = text.matchAll(new RegExp(`(?<![\\w./-])${variable}(?:\\.(\\w+)|\\[)`, "g"));
    return [...uses].map(([, name = ANY]) => ({ by: path, sheet, name }));
  });
}
