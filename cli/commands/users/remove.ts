import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { given } from "../../lib/values/given.ts";
import { keepKeysOption } from "./options.ts";

export const removeUser = command({
  path: "users remove",
  summary: "Remove a user",
  description:
    "Remove a user and log them out. This also ends what the user created: API keys and those created with them, open invitations, approved terminals and endpoints, unless you give --keep-keys. waypost keys list shows who created each key.",
  output: "Nothing.",
  arguments: { id: { of: "users", description: "User to remove" } },
  options: { ...yesOption, "keep-keys": keepKeysOption },
  writes: true,
  examples: [
    { description: "Remove one", command: "waypost users remove 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --yes" },
  ],
  async run({ cli, arguments: path, options: { yes, "keep-keys": keepKeys } }) {
    const goes = keepKeys ? "" : " and end the API keys, invitations and endpoints that the user created";
    await remove(cli, "DELETE /v1/users/{id}", {
      path,
      query: given({ keep_keys: keepKeys || undefined }),
      yes,
      question: `Remove ${path.id}${goes}? To only block the user: waypost users update --disable`,
      done: `Removed ${path.id}.`,
    });
  },
});
