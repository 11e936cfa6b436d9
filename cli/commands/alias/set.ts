import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { aliasWords, readAliases, writeAliases } from "../../lib/settings/aliases.ts";

export const setAlias = command({
  path: "alias set",
  summary: "Make a short name for a command line",
  description:
    "Make a short name for a command line, or change it. `$1`, `$2` and so on stand for what is written after the name; without them it comes at the end.",
  output: "Nothing.",
  arguments: {
    name: { description: "The short name" },
    line: { description: "The command line, in quotes and without 'waypost'" },
  },
  examples: [
    { description: "What failed today", command: "waypost alias set failed 'messages list --status failed'" },
    { description: "A greeting to a number", command: "waypost alias set hi 'send --text Hello --to $1'" },
  ],
  exitCodes: [],
  async run({ cli, arguments: { name, line } }) {
    const paths = (await cli.commands()).map(({ path }) => path);
    checkName(name, paths);
    checkLine(line, paths);
    const aliases = await readAliases(cli.environment);
    await writeAliases(cli.environment, { ...aliases, [name]: line });
    cli.output.note(`waypost ${name} is now: waypost ${line}`);
  },
});

function checkName(name: string, paths: readonly string[]): void {
  if (!/^[a-z\d][a-z\d_-]{0,31}$/i.test(name))
    throw usageFailure(`'${name}' is not a name`, "Use letters, digits, - and _.");
  if (paths.some((path) => path.split(" ")[0] === name))
    throw usageFailure(`'${name}' is already a command`, "Choose another name.");
}

function checkLine(line: string, paths: readonly string[]): void {
  const [first = "", second = ""] = aliasWords(line);
  if (paths.includes(first) || paths.includes(`${first} ${second}`)) return;
  throw usageFailure(
    `'${line}' does not begin with a command`,
    "Write it without 'waypost', and the command first: 'messages list --status failed'.",
  );
}
