import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { inviteShape } from "./definitions.ts";
import { invitationColumns } from "./view.ts";

/** Invites somebody and shows the token, which can't be read again. */
export async function run({ cli, options, arguments: { email } }: Input<typeof inviteShape>): Promise<void> {
  const body = { email, role: options.role };
  const invitation = await submit(cli, "POST /v1/users/invitations", { body });
  if (invitation === undefined) return;
  await cli.output.record(invitation, [
    { title: "token", value: (made: typeof invitation) => made.token },
    ...invitationColumns,
  ]);
  cli.output.note("Hand the token over now: it is not shown again. It is for: waypost users accept");
}
