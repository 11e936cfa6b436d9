import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { recordArgument } from "./arguments.ts";
import { commentColumns } from "./columns.ts";

export const listComments = command({
  path: "crm comments",
  summary: "List the comments on a record",
  output: "One line for each comment, newest first: id, author, creation, body.",
  arguments: recordArgument,
  options: pagingOptions,
  examples: [
    { description: "All of them", command: "waypost crm comments rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X --all" },
  ],
  run: ({ cli, arguments: path, options }) =>
    list(cli, "GET /v1/crm/records/{id}/comments", { path }, commentColumns, options),
});
