import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { removeShape } from "./definitions.ts";

/** Removes a user, who is logged out. */
export async function run({ cli, options, arguments: { id } }: Input<typeof removeShape>): Promise<void> {
  await agree(
    cli,
    options.yes,
    `Remove ${id}${options["keep-keys"] ? "" : ", with the API keys and invitations that the user made"}? To keep somebody out for a while: waypost users update --disable`,
  );
  const query = options["keep-keys"] ? { keep_keys: true } : {};
  const done = await submit(cli, "DELETE /v1/users/{id}", { path: { id }, query });
  if (done !== undefined) cli.output.note(`Removed ${id}.`);
}
