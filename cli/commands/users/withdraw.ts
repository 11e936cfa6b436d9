import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { withdrawShape } from "./definitions.ts";

/** Withdraws an invitation. */
export async function run({ cli, options, arguments: { id } }: Input<typeof withdrawShape>): Promise<void> {
  await agree(cli, options.yes, `Withdraw ${id}?`);
  const done = await submit(cli, "DELETE /v1/users/invitations/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Withdrew ${id}.`);
}
