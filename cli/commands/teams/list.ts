import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { teamColumns } from "./columns.ts";

export const listTeams = command({
  path: "teams list",
  summary: "List teams",
  output: "One line for each team, newest first: id, name, how many members, created.",
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost teams list" }],
  run: ({ cli, options }) => list(cli, "GET /v1/teams", { query: {} }, teamColumns, options),
});
