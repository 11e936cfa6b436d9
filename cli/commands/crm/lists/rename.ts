import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { listColumns } from "../columns.ts";

export const renameList = command({
  path: "crm rename-list",
  summary: "Rename a list",
  output: "The list.",
  arguments: { list: { of: "lists", description: "The list" }, name: { description: "The new name" } },
  writes: true,
  examples: [
    { description: "The new name", command: "waypost crm rename-list lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 Retail" },
  ],
  run: ({ cli, arguments: { list, name } }) =>
    change(cli, "PATCH /v1/crm/lists/{id}", { path: { id: list }, body: { name } }, listColumns),
});
