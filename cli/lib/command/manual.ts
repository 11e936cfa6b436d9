import { EXIT_CODE_MEANINGS } from "../failures/exit-codes.ts";
import { argumentTerm, type Definition } from "./definition.ts";
import { ENVIRONMENT } from "./environment-help.ts";
import { exitCodesOf } from "./help.ts";
import { GLOBAL_OPTIONS } from "./parser.ts";

/** A manual page: the name of its file, and its text for man(1). */
export type ManualPage = { file: string; text: string };

/** A page for the program, and one for each command, as man-pages(7) lays them out. */
export function manualPages(commands: readonly Definition[], version: string): ManualPage[] {
  const pages = commands.map((command) => ({
    file: `${nameOf(command)}.1`,
    text: commandPage(command, version),
  }));
  return [{ file: "waypost.1", text: programPage(commands, version) }, ...pages];
}

function programPage(commands: readonly Definition[], version: string): string {
  return page("waypost", version, [
    ...section("NAME", "waypost \\- WhatsApp messaging from the terminal"),
    ...section("SYNOPSIS", `.B waypost\n.I command\n[options]`),
    ...section("COMMANDS", ...commands.map((one) => item(`waypost ${one.path}`, one.summary))),
    ...section("OPTIONS", ...globalItems()),
    ...section("ENVIRONMENT", ...Object.entries(ENVIRONMENT).map(([name, meaning]) => item(name, meaning))),
    ...section("EXIT STATUS", ...Object.entries(EXIT_CODE_MEANINGS).map(([code, text]) => item(code, text))),
    // a long name can fill a line, which groff could not adjust
    ...section("SEE ALSO", ".ad l", commands.map((one) => `.BR ${dashed(nameOf(one))} (1)`).join(",\n")),
  ]);
}

function commandPage(command: Definition, version: string): string {
  const { path, summary, description = summary, output, examples } = command;
  return page(nameOf(command), version, [
    ...section("NAME", `${dashed(nameOf(command))} \\- ${escaped(summary)}`),
    ...section(
      "SYNOPSIS",
      `.B waypost ${path}\n${escaped(["[options]", ...argumentTerms(command)].join(" "))}`,
    ),
    ...section("DESCRIPTION", escaped(description)),
    ...section("ARGUMENTS", ...argumentItems(command)),
    ...section("OPTIONS", ...optionItems(command), ...globalItems()),
    ...section("OUTPUT", escaped(output)),
    ...section(
      "EXIT STATUS",
      ...exitCodesOf(command).map((code) => item(`${code}`, EXIT_CODE_MEANINGS[code])),
    ),
    ...section("EXAMPLES", ...examples.map((one) => example(one.description, one.command))),
    ...section("SEE ALSO", ".BR waypost (1)"),
  ]);
}

/** The heading has no date: the same sources make the same pages. */
function page(name: string, version: string, lines: readonly string[]): string {
  const title = `.TH ${dashed(name.toUpperCase())} 1 "" "Waypost ${version}" "Waypost"`;
  return `${[title, ".nh", ...lines].join("\n")}\n`;
}

/** Nothing for a section that has nothing. */
function section(title: string, ...content: readonly string[]): string[] {
  return content.length === 0 ? [] : [`.SH ${title}`, ...content];
}

function item(name: string, text: string): string {
  return `.TP\n.B ${escaped(name)}\n${escaped(text)}`;
}

function example(description: string, command: string): string {
  return `.PP\n${escaped(description)}:\n.PP\n.nf\n.RS\n${escaped(`$ ${command}`)}\n.RE\n.fi`;
}

function argumentTerms({ arguments: named }: Definition): string[] {
  return Object.entries(named).map(([name, definition]) => argumentTerm(name, definition));
}

function argumentItems({ arguments: named }: Definition): string[] {
  return Object.entries(named).map(([name, { description }]) => item(name, description));
}

function optionItems({ options, writes }: Definition): string[] {
  const items = Object.entries(options).map(([name, { short, value, choices, required, description }]) => {
    const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
    const allowed = choices === undefined ? "" : `; one of ${choices.join(", ")}`;
    return item(
      value === undefined ? names : `${names} <${value}>`,
      `${description}${required ? " (required)" : ""}${allowed}`,
    );
  });
  return writes ? [...items, item("--dry-run", "print the request instead of sending it")] : items;
}

function globalItems(): string[] {
  return GLOBAL_OPTIONS.map(({ flags, description }) => item(flags, description));
}

function nameOf({ path }: Definition): string {
  return `waypost-${path.replaceAll(" ", "-")}`;
}

function dashed(text: string): string {
  return text.replaceAll("-", "\\-");
}

/**
 * groff_char(7): a backslash, dashes and quotes as they are typed, other characters than ASCII by their numbers, and no
 * line that begins like a request.
 */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replace(/[^\n\x20-\x7e]/gu, (character) => `\\[u${hexOf(character)}]`)
    .replace(/^\./gm, "\\&.");
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
