import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteBroadcast = command({
  path: "broadcasts delete",
  summary: "Delete the draft of a broadcast",
  output: "Nothing.",
  arguments: { id: { of: "broadcasts", description: "Draft to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost broadcasts delete bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --yes" },
  ],
  async run({ cli, arguments: path, options: { yes } }) {
    await remove(cli, "DELETE /v1/broadcasts/{id}", { path, yes, question: `Delete ${path.id}?` });
  },
});
