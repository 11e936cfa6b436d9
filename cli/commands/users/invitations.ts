import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { invitationsShape } from "./definitions.ts";
import { invitationColumns } from "./view.ts";

/** Lists invitations that can still be accepted, newest first. */
export async function run({ cli, options }: Input<typeof invitationsShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, invitationColumns, (query) =>
    client.call("GET /v1/users/invitations", { query }),
  );
}
