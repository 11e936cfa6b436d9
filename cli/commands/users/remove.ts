import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { removeShape } from "./definitions.ts";

/** Removes a user, who is logged out. */
export async function run({ cli, options, arguments: { id } }: Input<typeof removeShape>): Promise<void> {
  await agree(
    cli,
    options.yes,
    `Remove ${id}? To keep somebody out for a while: waypost users update --disable`,
  );
  const done = await submit(cli, "DELETE /v1/users/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Removed ${id}.`);
}
