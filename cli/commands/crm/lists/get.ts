import { show } from "../../../lib/actions/show.ts";
import { command } from "../../../lib/command/command.ts";
import { listColumns } from "../columns.ts";

export const getList = command({
  path: "crm get-list",
  summary: "Show one list",
  output: "The list.",
  arguments: { list: { of: "lists", description: "The list" } },
  examples: [
    {
      description: "How many records are on it",
      command: "waypost crm get-list lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 --json | jq .entries",
    },
  ],
  run: ({ cli, arguments: { list } }) =>
    show(cli, "GET /v1/crm/lists/{id}", { path: { id: list } }, listColumns),
});
