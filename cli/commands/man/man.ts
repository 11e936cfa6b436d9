import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { command } from "../../lib/command/command.ts";
import { failure, usageFailure } from "../../lib/failures/failure.ts";

export const man = command({
  path: "man",
  summary: "Print the manual pages, or write them to a folder",
  description:
    "Print a manual page for man(1), of the program or of a command; or write them all, one for the program and one for each command, to a folder.",
  output: "The page; with --out nothing.",
  arguments: {
    noun: { description: "A command, or the first word of one (default: the program)", optional: true },
    verb: { description: "The second word of the command", optional: true },
    last: { description: "The third word of the command", optional: true },
  },
  options: { out: { value: "folder", description: "Write all pages to this folder, which is made" } },
  examples: [
    { description: "Read one", command: "waypost man messages list | man -l -" },
    {
      description: "Install them for yourself",
      command: "waypost man --out ~/.local/share/man/man1",
    },
  ],
  exitCodes: [],
  async run({ cli, arguments: { noun, verb, last }, options: { out } }) {
    // loaded here because nothing else needs it
    const { manualPages } = await import("../../lib/command/manual.ts");
    const pages = manualPages(await cli.commands(), packageJson.version);
    if (out !== undefined) {
      await writeAll(out, pages);
      return cli.output.note(`Wrote ${pages.length} pages to ${out}.`);
    }
    const file = `${["waypost", noun, verb, last].filter((word) => word !== undefined).join("-")}.1`;
    const found = pages.find((page) => page.file === file);
    if (found === undefined) throw usageFailure(`there is no page '${file}'`, "See: waypost commands");
    await cli.output.bytes(new Blob([found.text]).stream());
  },
});

async function writeAll(folder: string, pages: readonly { file: string; text: string }[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, text } of pages) await writeFile(join(folder, file), text);
  } catch (error) {
    throw failure(`${folder} can't be written (${error instanceof Error ? error.message : error})`);
  }
}
