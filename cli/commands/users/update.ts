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
    "Change a user. With --disable, the API keys that the user made, those made with these, and their open invitations end, too, unless --keep-keys is given.",
  output: "The user's record.",
  arguments: { id: { description: "User to change" } },
  options: {
    name: { value: "name", description: "Another name" },
    role: roleOption,
    disable: { description: "Log the user out, and let nobody log in as them" },
    enable: { description: "Take that back" },
    "keep-keys": keepKeysOption,
  },
  writes: true,
  examples: [
    {
      description: "Another role",
      command: "waypost users update 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --role admin",
    },
    {
      description: "Log out and keep out",
      command: "waypost users update 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --disable",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const { name, role, disable, enable, "keep-keys": keepKeys } = options;
    if (disable && enable) throw usageFailure("--disable and --enable exclude each other");
    if (keepKeys && !disable) throw usageFailure("--keep-keys goes with --disable");
    const body = given({
      name,
      role,
      disabled: disable || enable ? disable : undefined,
      keep_keys: keepKeys || undefined,
    });
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing is to be changed", "See: waypost users update --help");
    await change(cli, "PATCH /v1/users/{id}", { path, body }, userColumns);
  },
});
