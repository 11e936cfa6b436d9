/** The steps that a page has its reader take: the command lines of its blocks, as they are written. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** One command line, or a whole script; the comment beside it is left out. */
export type Line = { heading: string; text: string };

const PARTS = /^(#+ .+)$|^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm;
const PROGRAM =
  /^(\$ |#|\.\/scripts\/|waypostd? |git |cd |export |env |curl |cp |openssl |install |systemctl |createdb |pg_|docker |kubectl |sudo |\(umask |uptime |printf |[a-z]+\(\) \{)/;

/** README first, then the pages of docs/ in the order in which it names them, then those that it does not name. */
export function pagesInOrder(checkout: string, readme: string): string[] {
  const named = [...readme.matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, path = ""]) => path);
  const all = readdirSync(join(checkout, "docs"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`);
  return ["README.md", ...new Set([...named, ...all])];
}

/** The command lines of a page, in order. Blocks of other languages, and what a command prints, are none. */
export function linesOf(page: string): Line[] {
  let heading = "";
  return [...page.matchAll(PARTS)].flatMap(([, title, language = "", block = ""]) => {
    if (title !== undefined) heading = title.replace(/^#+ /, "");
    const text = block.replace(/^ {3}(?=\S)/gm, "");
    return commandsIn(language, text).map((line) => ({ heading, text: line }));
  });
}

function commandsIn(language: string, block: string): string[] {
  if (language === "sh") return [block.trim()];
  if (language !== "" || !PROGRAM.test(block)) return [];
  const prompted = block.startsWith("$ ");
  return joined(block)
    .filter((line) => !prompted || line.startsWith("$ "))
    .map((line) => withoutComment(line.replace(/^\$ /, "")))
    .filter((line) => line !== "");
}

/** Lines that go on after a backslash, below an indent or up to the end of a here-document are one. */
function joined(block: string): string[] {
  const lines: string[] = [];
  let end: string | undefined;
  for (const line of block.split("\n")) {
    const before = lines.at(-1) ?? "";
    const goesOn = end !== undefined || before.endsWith("\\") || (/^\s+\S/.test(line) && before !== "");
    if (goesOn) lines[lines.length - 1] = `${before}\n${line}`;
    else lines.push(line);
    if (line === end) end = undefined;
    else end ??= /<<'?(\w+)'?$/.exec(line)?.[1];
  }
  return lines;
}

function withoutComment(line: string): string {
  return line.includes("\n") ? line.trim() : line.replace(/(^|\s+)#( .*)?$/, "").trim();
}
