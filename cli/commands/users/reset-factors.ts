import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const resetFactors = command({
  path: "users reset-factors",
  summary: "Remove a user's second factors",
  description:
    "Remove all second factors of a user who has lost them, and log them out. They log in with the password alone, and set up new ones.",
  output: "Nothing.",
  arguments: { id: { of: "users", description: "User who has lost them" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "Somebody has lost the phone",
      command: "waypost users reset-factors 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/users/{id}/factors", {
      ...{ path, yes, question: `Remove all second factors of ${path.id}? The password alone logs them in.` },
      done: `Removed the second factors of ${path.id}.`,
    }),
});
