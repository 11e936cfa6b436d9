import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";
import { tagInUseColumns } from "../contacts/columns.ts";

export const listConversationTags = command({
  path: "conversations tags",
  summary: "List the tags of conversations",
  output: "One line for each tag, by name: name, how many conversations have it.",
  examples: [{ description: "All of them", command: "waypost conversations tags" }],
  run: ({ cli }) => listUnpaged(cli, "GET /v1/conversations/tags", {}, tagInUseColumns),
});
