import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./definitions.ts";
import { userColumns } from "./view.ts";

/** Changes a user's name or role, or keeps them out. */
export async function run({ cli, options, arguments: { id } }: Input<typeof updateShape>): Promise<void> {
  const { name, role, disable, enable, "keep-keys": keepKeys } = options;
  if (disable && enable) throw usageFailure("--disable and --enable exclude each other");
  if (keepKeys && !disable) throw usageFailure("--keep-keys goes with --disable");
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(disable || enable ? { disabled: disable } : {}),
    ...(keepKeys ? { keep_keys: true } : {}),
  };
  if (Object.keys(body).length === 0)
    throw usageFailure("nothing is to be changed", "See: waypost users update --help");
  const user = await submit(cli, "PATCH /v1/users/{id}", { path: { id }, body });
  if (user !== undefined) await cli.output.record(user, userColumns);
}
