/** Rules about single files. */
import { isCode, type SourceFile } from "../lib/source.ts";

const MOST_LINES = 250;

/** One sentence for every file that is too long, only passes on others, has unfinished work or names a machine. */
export function checkFiles(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    CHECKS.flatMap((check) => {
      const problem = check(file);
      return problem ? [`${file.path} ${problem}`] : [];
    }),
  );
}

const CHECKS: ((file: SourceFile) => string | null)[] = [
  tooLong,
  isBarrel,
  isUnfinished,
  namesMachine,
  formatsItself,
  speaksItself,
];

function tooLong(file: SourceFile): string | null {
  const lines = file.text.trimEnd().split("\n").length;
  // one file has all texts of a language, for whoever translates it
  if (/^daemon\/page\/languages\/[a-z]{2}(?:-[A-Z]{2})?\.ts$/.test(file.path)) return null;
  return isCode(file) && lines > MOST_LINES ? `has ${lines} lines; ${MOST_LINES} are the most` : null;
}

/** A file in which every statement is `export … from`. */
function isBarrel(file: SourceFile): string | null {
  if (!isCode(file)) return null;
  const code = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").trim();
  const rest = code.replace(/^export\s+(?:type\s+)?(?:\*|\{)[^;]*?from\s+"[^"]+";?/gm, "").trim();
  return code !== "" && rest === "" ? "only passes on what other files export" : null;
}

function isUnfinished(file: SourceFile): string | null {
  const mark = file.text.match(UNFINISHED);
  return mark ? `says ${mark[0]}` : null;
}

// In two pieces, so that this file passes its own check.
const UNFINISHED = new RegExp(["TO" + "DO", "FIX" + "ME"].map((word) => `\\b${word}\\b`).join("|"));

function namesMachine(file: SourceFile): string | null {
  const path = file.text.match(/(?<![\w.$}:/])\/(?:root|work|home|Users)\/[\w.][^\s"'`]*/);
  return path ? `names a folder of somebody's machine: ${path[0]}` : null;
}

/** On the page one place writes numbers, money, days and times, by the language that it speaks. */
function formatsItself({ path, text }: SourceFile): string | null {
  const isFree = !path.startsWith("daemon/page/client/") || !/\bIntl\.|\.toLocale[A-Z]/.test(text);
  return isFree ? null : "formats for itself what daemon/page/languages/forms.ts formats";
}

/** What a view says in English of its own, as an attribute or between tags, no other language can say. */
function speaksItself({ path, text }: SourceFile): string | null {
  if (!path.startsWith("daemon/page/client/") || !path.endsWith(".tsx")) return null;
  const own =
    /\b(?:label|title|placeholder|aria-label|alt|hint)="[A-Z][a-z][^"]*"|>\s*[A-Z][a-z]+(?: [a-z]+)+[^<>{}=;()]*</.exec(
      text,
    );
  return own === null ? null : `says ${own[0].trim()}; texts are in daemon/page/languages`;
}
