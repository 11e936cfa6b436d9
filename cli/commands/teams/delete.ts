import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteTeam = command({
  path: "teams delete",
  summary: "Delete a team",
  description: "Delete a team. Its conversations are no team's from then on; whose they are stays.",
  output: "Nothing.",
  arguments: { id: { of: "teams", description: "The team" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost teams delete tm_01JDB2M5S8V0ZC3K7Q2M4N6P93 --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/teams/{id}", { path, yes, question: `Delete ${path.id}?` }),
});
