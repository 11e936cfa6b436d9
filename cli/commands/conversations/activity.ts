import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<ResponseOf<"PUT /v1/conversations/{id}/activity">>[] = [
  { title: "conversation", value: ({ conversation_id }) => conversation_id },
  {
    title: "there",
    value: ({ users }) => users.map(({ name, state }) => `${name} (${state})`).join(", "),
  },
];

export const setConversationActivity = command({
  path: "conversations activity",
  summary: "Say that you view a conversation, or type",
  description:
    "Say that you view a conversation, or type, so that your colleagues see it and do not answer as well. It holds for 15 seconds.",
  output: "Who is there now.",
  arguments: {
    id: { of: "conversations", description: "Conversation that you view" },
    state: { choices: ["viewing", "typing", "left"], description: "What you do" },
  },
  options: {},
  writes: true,
  examples: [
    {
      description: "Before you answer",
      command: "waypost conversations activity cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T typing",
    },
  ],
  run: ({ cli, arguments: { id, state } }) =>
    change(cli, "PUT /v1/conversations/{id}/activity", { path: { id }, body: { state } }, columns),
});
