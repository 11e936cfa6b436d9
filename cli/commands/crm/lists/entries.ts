import { list } from "../../../lib/actions/list.ts";
import { pagingOptions } from "../../../lib/actions/paging.ts";
import { command } from "../../../lib/command/command.ts";
import { entryColumns } from "../columns.ts";

export const listEntries = command({
  path: "crm entries",
  summary: "List the records on a list",
  output: "One line for each record, last added first: id, kind, name, addition.",
  arguments: { list: { of: "lists", description: "The list" } },
  options: pagingOptions,
  examples: [
    { description: "All of them", command: "waypost crm entries lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 --all" },
  ],
  run: ({ cli, arguments: { list: id }, options }) =>
    list(cli, "GET /v1/crm/lists/{id}/entries", { path: { id } }, entryColumns, options),
});
