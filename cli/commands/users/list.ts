import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { userColumns } from "./columns.ts";

export const listUsers = command({
  path: "users list",
  summary: "List users",
  output: "One line for each user, newest first: id, email address, name, role, whether disabled, creation.",
  options: pagingOptions,
  examples: [{ description: "All users as JSON", command: "waypost users list --all --json" }],
  run: ({ cli, options }) => list(cli, "GET /v1/users", {}, userColumns, options),
});
