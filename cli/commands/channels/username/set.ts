import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { officialChannel, usernameColumns } from "./columns.ts";

export const setUsername = command({
  path: "channels username set",
  summary: "Claim a user name for an official number, or change it",
  description:
    "Claim the user name by which people find an official number, or change it. It has 3 to 35 small letters, digits, periods and underscores.",
  output: "The name and its state.",
  arguments: { ...officialChannel, username: { description: "The name, with or without an @ in front" } },
  options: {
    transfer: { description: "Take the name from another number of your business portfolio that has it" },
  },
  writes: true,
  examples: [
    {
      description: "Claim a name",
      command: "waypost channels username set ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T blue.door.cafe",
    },
  ],
  run: ({ cli, arguments: { id, username }, options: { transfer } }) => {
    const body = { username, ...(transfer ? { transfer_action: "force_transfer" as const } : {}) };
    return change(cli, "PUT /v1/channels/{id}/username", { path: { id }, body }, usernameColumns);
  },
});
