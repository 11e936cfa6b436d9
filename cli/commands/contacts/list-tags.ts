import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";
import { tagInUseColumns } from "./columns.ts";

export const listContactTags = command({
  path: "contacts tags",
  summary: "List the tags of contacts",
  output: "One line for each tag, by name: name, how many contacts have it.",
  examples: [{ description: "All of them", command: "waypost contacts tags" }],
  run: ({ cli }) => listUnpaged(cli, "GET /v1/contacts/tags", {}, tagInUseColumns),
});
