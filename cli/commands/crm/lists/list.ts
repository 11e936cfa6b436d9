import { list } from "../../../lib/actions/list.ts";
import { pagingOptions } from "../../../lib/actions/paging.ts";
import { command } from "../../../lib/command/command.ts";
import { listColumns } from "../columns.ts";

export const listLists = command({
  path: "crm lists",
  summary: "List the lists of records",
  output: "One line for each list: id, name, records on it.",
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost crm lists" }],
  run: ({ cli, options }) => list(cli, "GET /v1/crm/lists", {}, listColumns, options),
});
