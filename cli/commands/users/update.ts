import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { userColumns } from "./columns.ts";
import { keepKeysOption, roleOption } from "./options.ts";

export const updateUser = command({
  path: "users update",
  summary: "Change a user",
  description:
    "Change a user. --disable, or a role that may do less, also ends what the user created and may create no longer: API keys and those created with them, open invitations, approved terminals and endpoints, unless you give --keep-keys.",
  output: "The user's record.",
  arguments: { id: { of: "users", description: "User to change" } },
  options: {
    name: { value: "name", description: "The new name" },
    role: roleOption,
    disable: { description: "Log the user out, and block their login" },
    enable: { description: "Undo --disable" },
    "keep-keys": keepKeysOption,
  },
  writes: true,
  examples: [
    {
      description: "Another role",
      command: "waypost users update 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --role admin",
    },
    {
      description: "Log out and block",
      command: "waypost users update 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --disable",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const { name, role, disable, enable, "keep-keys": keepKeys } = options;
    if (disable && enable) throw usageFailure("--disable and --enable can't be combined");
    if (keepKeys && !disable && role === undefined)
      throw usageFailure("--keep-keys needs --disable or --role");
    const body = given({
      name,
      role,
      disabled: disable || enable ? disable : undefined,
      keep_keys: keepKeys || undefined,
    });
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing to change", "See: waypost users update --help");
    await change(cli, "PATCH /v1/users/{id}", { path, body }, userColumns);
  },
});
