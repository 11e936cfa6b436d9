import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { filterArguments, filterOptions, filterQuery } from "./filters.ts";

export const countConversations = command({
  path: "conversations counts",
  summary: "Count conversations",
  output: "How many there are, and how many are yours, your teams', nobody's, unread and unanswered.",
  arguments: filterArguments,
  options: filterOptions,
  examples: [
    { description: "How many wait for an answer", command: "waypost conversations counts --status open" },
    {
      description: "How many unanswered conversations are nobody's",
      command: "waypost conversations counts --status open --unanswered --json | jq .unassigned",
    },
  ],
  run: ({ cli, arguments: { q }, options }) =>
    show(cli, "GET /v1/conversations/counts", { query: filterQuery(q, options) }, [
      { title: "all", value: ({ all }) => all },
      { title: "mine", value: ({ mine }) => mine },
      { title: "my teams", value: ({ my_teams }) => my_teams },
      { title: "unassigned", value: ({ unassigned }) => unassigned },
      { title: "unread", value: ({ unread }) => unread },
      { title: "unanswered", value: ({ unanswered }) => unanswered },
    ]),
});
