import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";

export const removeFromList = command({
  path: "crm remove",
  summary: "Remove a record from a list",
  output: "Nothing.",
  arguments: {
    list: { of: "lists", description: "The list" },
    record: { of: "crm", description: "Record to remove" },
  },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "A contact",
      command: "waypost crm remove lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T --yes",
    },
  ],
  async run({ cli, arguments: { list, record }, options: { yes } }) {
    const path = { id: list, record_id: record };
    const question = `Remove ${record} from ${list}?`;
    await remove(cli, "DELETE /v1/crm/lists/{id}/entries/{record_id}", { path, yes, question });
  },
});
