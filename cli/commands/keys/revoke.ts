import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const revokeKey = command({
  path: "keys revoke",
  summary: "Revoke an API key, at once and for good",
  output: "Nothing.",
  arguments: { id: { description: "Key to revoke" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Revoke one", command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    {
      description: "From a script",
      command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/api-keys/{id}", {
      path,
      yes,
      question: `Revoke ${path.id}? Programs that use it will be refused.`,
      done: `Revoked ${path.id}.`,
    }),
});
