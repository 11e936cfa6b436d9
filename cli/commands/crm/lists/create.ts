import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { listColumns } from "../columns.ts";

export const createList = command({
  path: "crm create-list",
  summary: "Create a list of records",
  output: "The new list.",
  arguments: { name: { description: "Its name" } },
  writes: true,
  examples: [{ description: "For customers", command: "waypost crm create-list Wholesale" }],
  run: ({ cli, arguments: { name } }) => change(cli, "POST /v1/crm/lists", { body: { name } }, listColumns),
});
