import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { withdrawShape } from "./definitions.ts";

/** Withdraws an invitation. */
export async function run({ cli, options, arguments: { id } }: Input<typeof withdrawShape>): Promise<void> {
  await agree(cli, options.yes, `Withdraw ${id}?`);
  const done = await submit(cli, "DELETE /v1/users/invitations/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Withdrew ${id}.`);
}
