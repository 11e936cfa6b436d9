import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteCommentShape } from "./definitions.ts";

/** Deletes a comment. */
export async function run(input: Input<typeof deleteCommentShape>): Promise<void> {
  const { cli, options } = input;
  const { id, comment } = input.arguments;
  await agree(cli, options.yes, `Delete ${comment}?`);
  const path = { id, comment_id: comment };
  await submit(cli, "DELETE /v1/crm/records/{id}/comments/{comment_id}", { path });
}
