import { expect, test } from "bun:test";
import { createParser } from "../../cli/lib/command/parser.ts";
import { COMMANDS } from "./commands.ts";
import { newHome } from "./run-cli.ts";

const examples = COMMANDS.flatMap(({ path, examples }) =>
  examples.map(({ command }) => [command, path] as const),
);

test.each(examples)("the example `%s` is a valid command line", async (example, path) => {
  const commands: string[] = [];
  const program = { name: "waypost", description: "", version: "0", nouns: {} };
  const parser = createParser(program, COMMANDS, async (command) => void commands.push(command.path));
  await parser.parseAsync(await wordsOf(example), { from: "user" });
  expect(commands).toEqual([path]);
});

/** The arguments with which a shell calls `waypost` for the example. */
async function wordsOf(example: string): Promise<string[]> {
  const folder = newHome();
  for (const [, file] of example.matchAll(/ < (\S+)/g)) await Bun.write(`${folder}/${file}`, "");
  const script = `waypost() { for word; do printf '%s\\n' "$word" >> words; done; }; ${example}`;
  const shell = Bun.spawn(["sh", "-c", script], { cwd: folder, stdout: "ignore", stderr: "ignore" });
  await shell.exited;
  return (await Bun.file(`${folder}/words`).text()).trimEnd().split("\n");
}
