import { command } from "../../lib/command/command.ts";
import { readAliases } from "../../lib/settings/aliases.ts";

export const listAliases = command({
  path: "alias list",
  summary: "List the short names you made",
  output: "One line for each name: the name, and what it stands for.",
  examples: [{ description: "All of them", command: "waypost alias list" }],
  exitCodes: [],
  async run({ cli: { environment, output } }) {
    const rows = Object.entries(await readAliases(environment)).map(([name, line]) => ({ name, line }));
    if (output.format === "json") return await output.json({ data: rows });
    await output.rows(rows, [
      { title: "name", value: ({ name }) => name },
      { title: "line", value: ({ line }) => line },
    ]);
    if (rows.length === 0) output.note("None yet; see: waypost alias set --help");
  },
});
