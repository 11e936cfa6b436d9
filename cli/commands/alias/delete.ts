import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { readAliases, writeAliases } from "../../lib/settings/aliases.ts";
import { own } from "../../lib/settings/settings.ts";

export const deleteAlias = command({
  path: "alias delete",
  summary: "Forget a short name",
  output: "Nothing.",
  arguments: { name: { description: "The short name" } },
  options: yesOption,
  examples: [{ description: "Forget one", command: "waypost alias delete failed --yes" }],
  exitCodes: [],
  async run({ cli, arguments: { name }, options }) {
    const aliases = await readAliases(cli.environment);
    if (own(aliases, name) === undefined)
      throw usageFailure(`there is no alias '${name}'`, "See: waypost alias list");
    await agree(cli, options.yes, `Forget ${name}?`);
    const { [name]: _, ...others } = aliases;
    await writeAliases(cli.environment, others);
    cli.output.note(`Removed ${name}.`);
  },
});
