import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";

export const deleteList = command({
  path: "crm delete-list",
  summary: "Delete a list; its records stay",
  output: "Nothing.",
  arguments: { list: { of: "lists", description: "The list" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost crm delete-list lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 --yes" },
  ],
  async run({ cli, arguments: { list }, options: { yes } }) {
    const question = `Delete ${list}? Its records stay.`;
    await remove(cli, "DELETE /v1/crm/lists/{id}", { path: { id: list }, yes, question });
  },
});
