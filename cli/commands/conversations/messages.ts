import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { Message } from "../../lib/api/types/messages.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";
import { describeAuthor } from "../messages/author.ts";
import { errorColumn } from "../messages/columns.ts";

const columns: Column<Message>[] = [
  { title: "id", value: (message) => message.id, optional: 2 },
  { title: "created", value: (message) => message.created_at, kind: "time" },
  { title: "direction", value: (message) => message.direction, optional: 3 },
  { title: "status", value: (message) => message.status, kind: "status" },
  { title: "author", value: describeAuthor, cut: true, optional: 4 },
  { title: "text", value: ({ text, type }) => text ?? type, cut: 20 },
  errorColumn,
];

export const listConversationMessages = command({
  path: "conversations messages",
  summary: "List a conversation's messages",
  output: "One line for each message, newest first: id, creation, direction, status, author, text, error.",
  arguments: { id: { of: "conversations", description: "Conversation to read" } },
  options: {
    ...pagingOptions,
    around: { value: "message", description: "This message, with as many before as behind it" },
  },
  examples: [
    {
      description: "The newest",
      command: "waypost conversations messages cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
    {
      description: "The whole conversation, oldest first",
      command:
        "waypost conversations messages cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --all --json | jq -r '.data | reverse[] | .text'",
    },
    {
      description: "What was said before and after a message",
      command:
        "waypost conversations messages cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --around 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    },
  ],
  async run({ cli, arguments: { id }, options: { around, ...options } }) {
    // says that there is no such conversation, where the list would be empty
    await (await cli.client()).call("GET /v1/conversations/{id}", { path: { id } });
    await list(
      cli,
      "GET /v1/messages",
      { query: { conversation_id: id, ...given({ around }) } },
      columns,
      options,
    );
  },
});
