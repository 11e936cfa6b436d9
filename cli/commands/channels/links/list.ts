import { list } from "../../../lib/actions/list.ts";
import { pagingOptions } from "../../../lib/actions/paging.ts";
import { command } from "../../../lib/command/command.ts";
import { pairedChannel } from "../arguments.ts";
import { linkColumns } from "../columns.ts";

export const listLinks = command({
  path: "channels links",
  summary: "List the pairing links of a number",
  output: "One line for each link that has not expired: id, state, who made it, creation, expiry.",
  arguments: pairedChannel,
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost channels links ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T" }],
  run: ({ cli, arguments: path, options }) =>
    list(cli, "GET /v1/channels/{id}/links", { path }, linkColumns, options),
});
