import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { BOTS, botOf } from "../../lib/values/bot.ts";
import { keyColumns } from "./columns.ts";

export const updateKey = command({
  path: "keys update",
  summary: "Say whether a bot uses an API key",
  output: "The key's record.",
  arguments: { id: { of: "keys", description: "Key to change" } },
  options: {
    bot: {
      value: "answers",
      choices: BOTS,
      required: true,
      description:
        "What becomes of its answers while somebody else holds the conversation: `refuse` or `wait`; `none`: no bot uses it",
    },
  },
  writes: true,
  examples: [
    {
      description: "Its answers wait while a person holds the conversation",
      command: "waypost keys update key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --bot wait",
    },
  ],
  run: ({ cli, arguments: path, options: { bot } }) =>
    change(cli, "PATCH /v1/api-keys/{id}", { path, body: { bot: botOf(bot) ?? null } }, keyColumns),
});
