import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { revokeShape } from "./definitions.ts";

/** Revokes a key; every daemon refuses it within a second. */
export async function run({ cli, arguments: { id }, options }: Input<typeof revokeShape>): Promise<void> {
  await agree(cli, options.yes, `Revoke ${id}? Whoever uses it is refused from now on.`);
  const done = await submit(cli, "DELETE /v1/api-keys/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Revoked ${id}.`);
}
