import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { importColumns } from "./columns.ts";

export const listImports = command({
  path: "imports list",
  summary: "List imports",
  output: "One line for each import, newest first: id, status and counts.",
  options: {
    ...pagingOptions,
    status: { value: "status", description: "queued, running, completed, failed or cancelled" },
  },
  examples: [{ description: "Imports that are running", command: "waypost imports list --status running" }],
  run: ({ cli, options }) =>
    list(
      cli,
      "GET /v1/contacts/imports",
      { query: given({ status: options.status }) },
      importColumns,
      options,
    ),
});
