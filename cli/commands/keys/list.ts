import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { keyColumns } from "./columns.ts";

export const listKeys = command({
  path: "keys list",
  summary: "List API keys",
  output:
    "One line for each key: id, name, last four characters, permissions, channels, who created it, last use, expiry, creation.",
  options: pagingOptions,
  examples: [{ description: "All keys as JSON", command: "waypost keys list --all --json" }],
  run: ({ cli, options }) => list(cli, "GET /v1/api-keys", {}, keyColumns, options),
});
