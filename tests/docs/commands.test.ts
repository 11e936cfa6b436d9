/** Every command line in the documentation is one that the programs take. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createParser } from "../../cli/lib/command/parser.ts";
import { Failure } from "../../cli/lib/failures/failure.ts";
import { COMMANDS } from "../cli/commands.ts";
import { LONG_MS } from "../support/long.ts";
import { daemonProgram } from "../support/programs.ts";
import { type Call, callsIn } from "./command-lines.ts";
import { codeBlocks, codeSpans, DOCUMENTS, ROOT, readDocument } from "./documents.ts";

/** Languages in which nothing is run. */
const OTHER_LANGUAGES = ["ts", "go", "python", "php", "json", "sql", "toml"];

test.each(DOCUMENTS)("%s: every `waypost` line is a valid command line", async (path) => {
  const calls = callsOf(await readDocument(path)).filter(({ program }) => program === "waypost");
  const wrong = await Promise.all(calls.map(complaintOf));
  expect(wrong.filter((one) => one !== null)).toEqual([]);
});

test(
  "every `waypostd` line names a command and options that its help has",
  async () => {
    const texts = await Promise.all(DOCUMENTS.map(readDocument));
    const calls = texts.flatMap(callsOf).filter(({ program }) => program === "waypostd");
    const helps = new Map<string, Promise<string>>();
    const wrong = await Promise.all(
      calls.map(async ({ words }) => {
        const path = pathOf(words);
        const help = await (helps.get(path) ?? helps.set(path, helpOf(path)).get(path) ?? "");
        const names = [...path.split(" ").slice(-1), ...words.filter((word) => word.startsWith("--"))];
        const missing = names.filter((name) => !help.includes(name.split("=")[0] ?? ""));
        return missing.length === 0 ? [] : [`waypostd ${words.join(" ")}: there is no ${missing.join(", ")}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  },
  LONG_MS,
);

test("every script that the documentation names is there", async () => {
  const texts = await Promise.all(DOCUMENTS.map(readDocument));
  const names = texts.flatMap((text) => [...text.matchAll(/(?<![\w/])\.?\/?(scripts\/[\w-]+)/g)]);
  const missing = names.flatMap(([, path = ""]) => (existsSync(join(ROOT, path)) ? [] : [path]));
  expect(missing).toEqual([]);
});

function callsOf(text: string): Call[] {
  const run = codeBlocks(text).filter(({ language }) => !OTHER_LANGUAGES.includes(language));
  const lines = run.flatMap((block) => block.lines.flatMap((line) => callsIn(line, isVerb)));
  const spans = codeSpans(text).flatMap((code) => callsIn(code, isVerb));
  return [...lines, ...spans.map((call) => ({ ...call, isOutline: true }))].filter(
    ({ words }) => words.length > 0,
  );
}

function isVerb(noun: string, word: string): boolean {
  return COMMANDS.some(({ path }) => path === `${noun} ${word}`) || noun === "help";
}

/** The parser's complaint about a call, or null. */
async function complaintOf({ words, isOutline }: Call): Promise<string | null> {
  const asksVersion = words.length === 1 && words[0] === "version";
  const given = asksVersion ? [] : words.filter((word) => !["--help", "--version"].includes(word));
  const isNoun = given.length === 1 && COMMANDS.some(({ path }) => path.startsWith(`${given[0]} `));
  if (given.length === 0 || isNoun) return null;
  const program = { name: "waypost", description: "", version: "0", nouns: {} };
  const parser = createParser(program, COMMANDS, async () => {});
  try {
    await parser.parseAsync(given, { from: "user" });
    return null;
  } catch (error) {
    const message = error instanceof Failure || error instanceof Error ? error.message : String(error);
    return isOutline && message.endsWith(" is missing") ? null : `waypost ${words.join(" ")}: ${message}`;
  }
}

/** The words before the first option, without their arguments: `orgs set`. */
function pathOf(words: string[]): string {
  const [noun = "", verb = ""] = words.slice(
    0,
    words.findIndex((word) => word.startsWith("-")) + 1 || undefined,
  );
  return ["audit", "orgs", "users", "secrets"].includes(noun)
    ? `${noun} ${verb}`
    : noun.startsWith("-")
      ? "serve"
      : noun;
}

async function helpOf(path: string): Promise<string> {
  const words = path === "" ? [] : path.split(" ");
  const command = [...daemonProgram(), ...words, "--help"];
  const child = Bun.spawn(command, { cwd: ROOT, stdout: "pipe", stderr: "ignore" });
  return child.stdout.text();
}
