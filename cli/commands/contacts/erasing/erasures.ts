import { list } from "../../../lib/actions/list.ts";
import { pagingOptions } from "../../../lib/actions/paging.ts";
import { command } from "../../../lib/command/command.ts";
import { erasureColumns } from "./columns.ts";

export const listErasures = command({
  path: "contacts erasures",
  summary: "List erasures of people",
  output: "One line for each, newest first: id, contact, status, begins, messages, files, reason.",
  options: pagingOptions,
  examples: [{ description: "Whom is still to be erased", command: "waypost contacts erasures" }],
  run: ({ cli, options }) => list(cli, "GET /v1/contacts/erasures", { query: {} }, erasureColumns, options),
});
