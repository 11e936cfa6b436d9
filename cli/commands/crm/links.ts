import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { recordArgument } from "./arguments.ts";
import { relationshipColumns } from "./columns.ts";

export const listLinks = command({
  path: "crm links",
  summary: "List the relationships of a record",
  output: "One line for each relationship, newest first: id, record, type, other record.",
  arguments: recordArgument,
  options: pagingOptions,
  examples: [
    {
      description: "All of them",
      command: "waypost crm links rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X",
    },
  ],
  run: ({ cli, arguments: path, options }) =>
    list(cli, "GET /v1/crm/records/{id}/relationships", { path }, relationshipColumns, options),
});
