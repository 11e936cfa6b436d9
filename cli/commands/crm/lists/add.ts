import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";

export const addToList = command({
  path: "crm add",
  summary: "Add a record to a list",
  output: "The record's id, unless it was on the list already.",
  arguments: {
    list: { of: "lists", description: "The list" },
    record: { of: "crm", description: "Record to add" },
  },
  writes: true,
  examples: [
    {
      description: "A contact",
      command: "waypost crm add lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
    },
  ],
  async run({ cli, arguments: { list, record } }) {
    const request = { path: { id: list }, body: { record_ids: [record] } };
    const columns = [{ title: "added", value: ({ added }: { added: string[] }) => added }];
    await change(cli, "POST /v1/crm/lists/{id}/entries", request, columns);
  },
});
