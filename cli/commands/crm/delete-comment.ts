import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteCommentShape } from "./definitions.ts";

/** Deletes a comment. */
export async function run(input: Input<typeof deleteCommentShape>): Promise<void> {
  const { cli, options } = input;
  const { id, comment } = input.arguments;
  await agree(cli, options.yes, `Delete ${comment}?`);
  const path = { id, comment_id: comment };
  await submit(cli, "DELETE /v1/crm/records/{id}/comments/{comment_id}", { path });
}
