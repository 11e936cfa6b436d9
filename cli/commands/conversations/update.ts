import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./definitions.ts";
import { conversationDetails } from "./view.ts";

/** Changes a conversation's status, its assignment, or both. */
export async function run(input: Input<typeof updateShape>): Promise<void> {
  const { cli, options } = input;
  const { status, assignee } = options;
  if (status === undefined && assignee === undefined)
    throw usageFailure("nothing to change", "Give --status, --assignee or both.");
  const body = {
    ...(status === undefined ? {} : { status }),
    ...(assignee === undefined ? {} : { assignee_id: assignee === "none" ? null : assignee }),
  };
  const conversation = await submit(cli, "PATCH /v1/conversations/{id}", { path: input.arguments, body });
  if (conversation !== undefined) await cli.output.record(conversation, conversationDetails);
}
